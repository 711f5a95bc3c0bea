"""Names that a language's own library defines everywhere: alone they say nothing about this repository."""

from __future__ import annotations

_BARE = {
    "python": (
        "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError "
        "BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError "
        "ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning "
        "EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError "
        "FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError "
        "InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError "
        "ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError "
        "OverflowError PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError "
        "ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning "
        "SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError "
        "UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning "
        "ZeroDivisionError __file__ __name__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes "
        "callable chr classmethod compile complex copyright credits delattr dict dir divmod enumerate eval exec "
        "exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance "
        "issubclass iter len license list locals map max memoryview min next object oct open ord pow print "
        "property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type "
        "vars zip"
    ),
    "javascript": (
        "Array ArrayBuffer Boolean Buffer Date Element Error Event Exclude Extract Function HTMLElement "
        "InstanceType JSON Map Math Node NonNullable Number Object Omit Parameters Partial Pick Promise Proxy "
        "RangeError Readonly Record Reflect RegExp Required ReturnType Set String Symbol SyntaxError TypeError "
        "URL Uint8Array WeakMap WeakSet afterAll afterEach any beforeAll beforeEach boolean clearInterval "
        "clearTimeout console decodeURIComponent describe document encodeURIComponent expect exports fetch global "
        "globalThis isFinite isNaN it jest module never null number object parseFloat parseInt process "
        "queueMicrotask require setImmediate setInterval setTimeout string test undefined unknown vi void window"
    ),
    "go": (
        "any append bool byte cap clear close comparable complex complex128 complex64 copy delete error false "
        "float32 float64 imag int int16 int32 int64 int8 iota len make max min new nil panic print println real "
        "recover rune string true uint uint16 uint32 uint64 uint8 uintptr"
    ),
    "rust": (
        "Arc AsMut AsRef BTreeMap BTreeSet Box Cell Clone Copy Cow Debug Default Display Drop Eq Err Fn FnMut "
        "FnOnce From Hash HashMap HashSet Into IntoIterator Iterator Mutex None Ok Option Ord PartialEq "
        "PartialOrd Path PathBuf Rc RefCell Result RwLock Self Send Sized Some String Sync ToOwned ToString "
        "TryFrom TryInto Vec VecDeque allow assert assert_eq assert_ne bool cfg char concat dbg debug_assert "
        "derive drop env eprint eprintln f32 f64 format i128 i16 i32 i64 i8 include_str inline isize matches "
        "panic print println str test todo u128 u16 u32 u64 u8 unimplemented unreachable usize vec write writeln"
        " doc feature cfg_attr must_use non_exhaustive deprecated ignore should_panic repr automatically_derived"
    ),
    "java": (
        "After AfterEach Any Array ArrayList Arrays Before BeforeEach Boolean Byte CharSequence Character Class "
        "Collection Collections Collectors Comparable Deprecated Double Either Error Exception Float "
        "FunctionalInterface Future HashMap HashSet IllegalArgumentException IllegalStateException "
        "IndexOutOfBoundsException Int Integer Iterable Iterator Left LinkedList List Long Map Math None Nothing "
        "NullPointerException Number Object Objects Option Optional Override Pair Right Runnable RuntimeException "
        "SafeVarargs Seq Sequence Set Short Some Stream String StringBuilder SuppressWarnings System TODO Test "
        "Thread Throwable Triple Unit UnsupportedOperationException Void also apply check emptyList error lazy "
        "let listOf mapOf mutableListOf mutableMapOf print println require run setOf with"
    ),
    "c": (
        "FILE NULL abort assert atoi atol bool bsearch calloc cerr close const_cast cout dynamic_cast endl errno "
        "exit false fclose fflush fgets fopen forward fprintf fputs fread free fwrite getenv int16_t int32_t "
        "int64_t int8_t intptr_t isalpha isdigit isspace make_shared make_unique malloc map memcmp memcpy memmove "
        "memset move off_t offsetof open pair perror printf qsort read realloc reinterpret_cast scanf set "
        "shared_ptr size_t sizeof snprintf sprintf sscanf ssize_t static_cast std strcasecmp strcat strchr strcmp "
        "strcpy strdup string strlen strncat strncmp strncpy strrchr strstr strtod strtol strtoll strtoul swap "
        "time_t tolower toupper true uint16_t uint32_t uint64_t uint8_t uintptr_t unique_ptr va_end va_list "
        "va_start vector vsnprintf write"
    ),
    "ruby": (
        "ArgumentError Array Class Dir File Float Hash IO Integer Kernel Module NoMethodError Object RuntimeError "
        "StandardError String Struct Symbol Time after attr_accessor attr_reader attr_writer before context "
        "describe expect extend format include it lambda let loop p print private proc protected public puts "
        "raise require require_relative sprintf"
    ),
    "php": (
        "ArrayAccess Closure Countable DateTime Exception InvalidArgumentException IteratorAggregate "
        "RuntimeException Throwable array array_filter array_keys array_map array_merge array_values bool "
        "call_user_func class_exists count empty explode float func_get_args get_class implode in_array int "
        "is_array is_callable is_null is_string isset json_decode json_encode method_exists mixed null parent "
        "printf self sprintf static stdClass str_replace string strlen strpos substr trim unset void"
    ),
    "csharp": (
        "Action ArgumentException ArgumentNullException CancellationToken Console DateTime Dictionary Exception "
        "Fact Func Guid IEnumerable IList InlineData InvalidOperationException List Math Object String Task "
        "Theory TimeSpan Type bool byte char decimal double dynamic float int long nameof object short string "
        "typeof var void"
    ),
    "swift": (
        "Any AnyObject Array Bool Character Data Date Dictionary Double Error Float Int Optional Self Set String "
        "URL UUID Void XCTAssertEqual XCTAssertFalse XCTAssertNil XCTAssertNoThrow XCTAssertThrowsError "
        "XCTAssertTrue abs assert fatalError max min precondition print self super type zip"
    ),
}
_METHODS = {
    "lua": "byte char find format gmatch gsub len lower match rep reverse sub upper",
    "python": (
        "acquire add addCleanup append as_integer_ratio assertCountEqual assertDictEqual assertEqual assertFalse "
        "assertGreater assertIn assertIs assertIsInstance assertIsNone assertIsNotNone assertLess assertListEqual "
        "assertNotEqual assertNotIn assertRaises assertRaisesRegex assertTrue bit_count bit_length capitalize "
        "casefold center clear close conjugate copy count critical debug decode denominator difference "
        "difference_update discard encode endswith error exception exists expandtabs extend find findall finditer "
        "flush format format_map from_bytes fromhex fromkeys fullmatch get group groupdict groups hex imag index "
        "info insert intersection intersection_update is_dir is_file is_integer isalnum isalpha isascii isdecimal "
        "isdigit isdisjoint isidentifier islower isnumeric isoformat isprintable isspace issubset issuperset "
        "istitle isupper items join keys ljust lower lstrip maketrans match mkdir numerator open parent partition "
        "pop popitem read read_bytes read_text readline readlines real release remove removeprefix removesuffix "
        "rename replace resolve reverse rfind rindex rjust rpartition rsplit rstrip search seek send setUp "
        "setdefault sort split splitlines startswith strftime strip sub subTest swapcase symmetric_difference "
        "symmetric_difference_update tearDown tell throw timestamp title to_bytes total_seconds translate union "
        "unlink update upper values warning write write_bytes write_text writelines zfill"
    ),
    "javascript": (
        "abs add addEventListener all allSettled appendChild apply assign at bind call catch ceil charAt "
        "charCodeAt clear codePointAt concat createElement debug defineProperty delete emit end endsWith entries "
        "error every exec fill filter finally find findIndex findLast flat flatMap floor forEach freeze from get "
        "getAttribute getOwnPropertyNames getTime has hasOwnProperty includes indexOf info isArray isPrototypeOf "
        "join keys lastIndexOf length log map match matchAll max min next not now of off on once padEnd padStart "
        "parse pipe pop pow push querySelector querySelectorAll race random reduce reduceRight reject removeChild "
        "removeEventListener repeat replace replaceAll resolve return reverse round search set setAttribute shift "
        "size slice some sort splice split sqrt startsWith stringify substr substring test then throw toBe "
        "toBeFalsy toBeNull toBeTruthy toBeUndefined toContain toEqual toFixed toHaveBeenCalled "
        "toHaveBeenCalledTimes toHaveBeenCalledWith toISOString toLowerCase toMatch toMatchSnapshot toString "
        "toThrow toUpperCase trim trimEnd trimStart unshift valueOf values warn write"
    ),
    "go": (
        "Add Cleanup Close Done Error Errorf Fatal Fatalf Helper Len Less Lock Log Logf Parallel Printf Println "
        "RLock RUnlock Read Run Skip Sprintf String Swap Unlock Wait Write"
    ),
    "rust": (
        "add all and_then any as_bytes as_deref as_mut as_ref as_slice as_str await borrow borrow_mut bytes chain "
        "chars clear clone cloned cmp collect contains contains_key copied count cycle default deref div drain "
        "ends_with entry enumerate eq expect expect_err extend filter filter_map find flat_map flatten fmt fold "
        "for_each from get get_mut hash index insert into into_iter is_empty is_err is_none is_ok is_some iter "
        "iter_mut join last len lines lock map map_err max min mul ne neg new_unchecked next not nth ok ok_or "
        "ok_or_else or_else or_insert or_insert_with parse partial_cmp peekable pop position product push read "
        "remove replace retain rev skip skip_while sort sort_by sort_unstable split starts_with step_by sub sum "
        "take take_while then then_some to_owned to_string to_vec trim try_from try_into unwrap unwrap_err "
        "unwrap_or unwrap_or_default unwrap_or_else write zip"
    ),
    "java": (
        "add all allMatch also any anyMatch append apply asList associate call charAt close collect compareTo "
        "computeIfAbsent contains containsKey containsValue endsWith entrySet equals exists filter filterNotNull "
        "findFirst first flatMap forEach forall foreach format get getClass getKey getMessage getName "
        "getOrDefault getOrElse getValue groupBy hasNext hashCode head ifPresent indexOf insert isEmpty "
        "isNotEmpty isNullOrEmpty isPresent iterator join joinToString keySet last length let map mapNotNull "
        "mkString name next none noneMatch notify notifyAll of orElse orElseGet orElseThrow ordinal parseInt "
        "print printStackTrace printf println put putIfAbsent reduce remove replace reverse run set size sorted "
        "sortedBy split start startsWith stream substring tail takeIf toArray toList toLowerCase toMap toSet "
        "toString toUpperCase trim valueOf values wait"
    ),
    "c": (
        "append at back begin c_str cbegin cend clear compare count data emplace emplace_back empty end erase "
        "find first front get insert length load lock pop_back push_back rbegin release rend reserve reset resize "
        "second size store str substr swap unlock what"
    ),
    "ruby": (
        "all? any? be call capitalize chomp class clone collect compact count delete detect dig downcase dup each "
        "each_with_index each_with_object empty? end_with? eq fetch find first flatten freeze group_by gsub "
        "include? inject inspect instance_of is_a? join key? keys last length map match match? merge merge! new "
        "nil? none? partition pop public_send push raise_error reduce reject respond_to? scan select send shift "
        "size sort sort_by split start_with? strip sub tap then to_a to_f to_h to_i to_s to_sym uniq unshift "
        "upcase values zip"
    ),
    "php": (
        "__call __construct __get __set __toString andReturn assertCount assertEquals assertFalse "
        "assertInstanceOf assertNull assertSame assertTrue getMessage once shouldReceive with"
    ),
    "csharp": (
        "Add All Any Be ConfigureAwait Contains ContainsKey Count Dispose Equals First FirstOrDefault Format "
        "GetHashCode GetType Invoke Join Length Parse Remove Replace Result Select Should Split ToArray ToList "
        "ToString Trim TryGetValue Wait Where WriteLine"
    ),
    "swift": (
        "append compactMap contains count decode description encode filter first flatMap forEach get hash init "
        "insert isEmpty joined last map reduce remove removeAll set sorted split wait"
    ),
}

BARE = {family: frozenset(names.split()) for family, names in _BARE.items()}
"""Functions and types that need no import, by language family."""

METHODS = {family: frozenset(names.split()) for family, names in _METHODS.items()}
"""Methods of the library's types, which are called on values whose type is not known here."""
