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
        "assertNotEqual assertNotIn assertRaises assertRaisesRegex assertTrue assert_called_once "
        "assert_called_once_with assert_called_with assert_not_called astype bit_count bit_length capitalize "
        "casefold center chmod clear close conjugate copy count critical debug decode denominator difference "
        "difference_update discard encode endswith error exception exists expandtabs extend find findall finditer "
        "flush format format_map from_bytes fromhex fromkeys fullmatch get getvalue group groupdict groups hex "
        "hexdigest imag importorskip index info insert intersection intersection_update is_dir is_file is_integer "
        "isalnum isalpha isascii isdecimal isdigit isdisjoint isidentifier islower isnumeric isoformat isprintable "
        "isspace issubset issuperset istitle isupper items iterdir join keys ljust lower lstrip maketrans match "
        "mkdir numerator open parent partition pop popitem popleft read read_bytes read_text readline readlines "
        "readouterr real relative_to release remove removeprefix removesuffix rename replace reset_mock resolve "
        "reverse rfind rindex rjust rpartition rsplit rstrip search seek send setLevel setUp setattr setdefault "
        "setenv sort split splitlines startswith strftime strip sub subTest swapcase symmetric_difference "
        "symmetric_difference_update tearDown tell throw timestamp title to_bytes tolist total_seconds touch "
        "translate union unlink update upper values warning with_suffix write write_bytes write_text writelines "
        "zfill"
    ),
    "javascript": (
        "abs add addEventListener advanceTimersByTime all allSettled appendChild apply assign at bind call catch "
        "ceil charAt charCodeAt clear closest codePointAt concat createElement debug deepEqual defineProperty "
        "delete dispatchEvent emit end endsWith entries error every exec existsSync fill filter finally find "
        "findIndex findLast flat flatMap floor forEach freeze from fromEntries get getAttribute getByRole "
        "getByTestId getByText getDate getElementById getFullYear getMonth getOwnPropertyNames getPrototypeOf "
        "getTime has hasOwnProperty includes indexOf info insertBefore isArray isPrototypeOf join keys lastIndexOf "
        "length localeCompare log map match matchAll max min mockClear mockImplementation mockRestore "
        "mockReturnValue next not now objectContaining of off on once padEnd padStart parse pipe pop pow "
        "preventDefault push querySelector querySelectorAll race random readFileSync reduce reduceRight reject "
        "removeAttribute removeChild removeEventListener repeat replace replaceAll replaceWith resolve return "
        "reverse round search set setAttribute shift size slice some sort splice split spyOn sqrt startsWith "
        "stopPropagation strictEqual stringContaining stringify substr substring test textContent then throw toBe "
        "toBeCloseTo toBeDefined toBeFalsy toBeGreaterThan toBeInTheDocument toBeInstanceOf toBeLessThan toBeNull "
        "toBeTruthy toBeUndefined toBeVisible toContain toEqual toFixed toHaveBeenCalled toHaveBeenCalledTimes "
        "toHaveBeenCalledWith toHaveBeenLastCalledWith toHaveBeenNthCalledWith toHaveLength toHaveProperty "
        "toISOString toLowerCase toMatch toMatchInlineSnapshot toMatchObject toMatchSnapshot toStrictEqual "
        "toString toThrow toThrowError toUpperCase trim trimEnd trimStart unshift valueOf values warn write "
        "writeFileSync"
    ),
    "go": (
        "Add Bytes Cleanup Close Done Elem Error Errorf FailNow Fatal Fatalf Fd FindStringSubmatch Helper IsZero "
        "Len Less Lock Log Logf MatchString Milliseconds Nanoseconds NumField Parallel Printf Println RLock "
        "RUnlock Read ReplaceAllString ReportAllocs ResetTimer Run Seconds Setenv Skip SkipNow Sprintf StopTimer "
        "String Swap TempDir UTC Unix UnixMilli UnixNano Unlock Wait Write WriteByte WriteRune WriteString"
    ),
    "rust": (
        "abs add all and_then any as_bstr as_bytes as_deref as_deref_mut as_encoded_bytes as_millis as_mut "
        "as_mut_ptr as_nanos as_os_str as_path as_pin_mut as_ptr as_ref as_secs as_secs_f64 as_slice as_str await "
        "binary_search binary_search_by binary_search_by_key borrow borrow_mut by_ref bytes cast chain "
        "char_indices chars checked_add checked_mul checked_sub chunks clamp clear clone cloned cmp collect "
        "components concat contains contains_key copied copy_from_slice count create_dir_all cycle debug_list "
        "debug_map debug_struct debug_tuple dedup default deref display div downcast downcast_mut downcast_ref "
        "downgrade drain duration_since elapsed ends_with entry enumerate env_remove eq eq_ignore_ascii_case "
        "exists exit expect expect_err extend extend_from_slice fetch_add fetch_sub file_name file_stem file_type "
        "filter filter_map find find_map first first_mut flat_map flatten fmt fold for_each format from get "
        "get_mut get_or_init get_or_insert_with get_or_try_init get_unchecked hash index insert into "
        "into_boxed_path into_boxed_slice into_boxed_str into_bytes into_iter into_keys into_owned into_string "
        "into_values is_absolute is_alphabetic is_alphanumeric is_ascii is_ascii_digit is_ascii_whitespace "
        "is_digit is_dir is_empty is_err is_file is_none is_none_or is_null is_ok is_ok_and is_relative is_some "
        "is_some_and is_symlink is_terminal is_uppercase is_whitespace iter iter_mut join keys last last_mut "
        "leading_zeros len len_utf8 lines lock map map_err map_or map_or_else map_while max max_by max_by_key "
        "metadata min min_by min_by_key mul ne neg new_unchecked next not nth ok ok_or ok_or_else or_default "
        "or_else or_insert or_insert_with parse partial_cmp peekable permissions piped pop pop_back pop_front "
        "position pow product push push_back push_front push_str read read_dir read_line read_to_end "
        "read_to_string remove remove_file rename repeat replace reserve resize retain rev rfind rposition rsplit "
        "saturating_add saturating_mul saturating_sub set_len skip skip_while sort sort_by sort_by_key "
        "sort_unstable sort_unstable_by sort_unstable_by_key split split_at split_first split_last split_off "
        "split_once split_whitespace splitn starts_with step_by strip_prefix strip_suffix sub subsec_nanos success "
        "sum swap swap_remove symlink_metadata take take_while then then_some then_with to_ascii_lowercase "
        "to_ascii_uppercase to_be_bytes to_le_bytes to_lowercase to_owned to_path_buf to_str to_string "
        "to_string_lossy to_uppercase to_vec trailing_zeros transpose trim trim_end trim_end_matches trim_matches "
        "trim_start trim_start_matches truncate try_fold try_for_each try_from try_into try_lock unwrap unwrap_err "
        "unwrap_or unwrap_or_default unwrap_or_else unzip upgrade values values_mut wait_with_output windows "
        "with_extension with_file_name wrapping_add wrapping_sub write write_all write_fmt write_str zip"
    ),
    "java": (
        "add all allMatch also any anyMatch append apply arraycopy asInstanceOf asList associate call charAt close "
        "codePointAt collect compareAndSet compareTo computeIfAbsent contains containsExactly containsKey "
        "containsValue countDown currentThread currentTimeMillis doesNotContain dropWhile endsWith entrySet equals "
        "equalsIgnoreCase exists filter filterIsInstance filterNot filterNotNull findFirst first firstOrNull "
        "flatMap forEach forName forall foreach format get getAbsolutePath getAndIncrement getBytes getCause "
        "getClass getClassLoader getComponentType getDeclaredField getDeclaredMethod getDeclaredMethods getKey "
        "getMessage getModifiers getName getOrDefault getOrElse getSimpleName getSuperclass getValue groupBy "
        "hasMessageThat hasNext hasSize hashCode head ifPresent incrementAndGet indexOf insert isAssignableFrom "
        "isDefined isEmpty isEqualTo isFalse isInstance isInstanceOf isInterface isNaN isNotEmpty isNotEqualTo "
        "isNotNull isNull isNullOrEmpty isPresent isTrue iterator join joinToString keySet last length let "
        "lowercase map mapNotNull mkString mkdirs name nanoTime next none noneMatch notify notifyAll of orElse "
        "orElseGet orElseThrow orEmpty ordinal parseInt print printStackTrace printf println put putAll "
        "putIfAbsent readText reduce regionMatches remove replace replaceAll replaceFirst reverse run set "
        "simpleName size sorted sortedBy split splitAt start startsWith stream stripMargin substring tail takeIf "
        "takeWhile toArray toByteArray toCharArray toDouble toInt toList toLong toLowerCase toMap toMillis toNanos "
        "toSet toString toUpperCase trim trimIndent trimMargin uppercase valueOf values wait"
    ),
    "c": (
        "append at back begin c_str cbegin cend clear compare count data emplace emplace_back empty end erase find "
        "first front get insert length load lock pop_back push_back rbegin release rend reserve reset resize "
        "second size store str substr swap unlock what"
    ),
    "ruby": (
        "abs all? allow and_return any? at backtrace basename be blank? bytesize call capitalize chomp chomp! chr "
        "class clone collect compact concat const_get count define_singleton_method delete delete_if delete_prefix "
        "delete_suffix detect dig directory? dirname downcase dup each each_char each_slice each_with_index "
        "each_with_object empty? end_with? eq exist? expand_path fetch file? find find_all first flat_map flatten "
        "force_encoding freeze frozen? grep group_by gsub gsub! hexdigest include? inject inspect instance_eval "
        "instance_methods instance_of instance_of? instance_variable_get instance_variable_set is_a? join key? "
        "keys kind_of? last length map map! match match? max merge merge! method_defined? min new nil? none? "
        "not_to now object_id ord partition pop present? public_send push raise_error readlines reduce reject "
        "reject! respond_to? reverse reverse_each rewind round scan select send shift size slice! sort sort_by "
        "split squeeze start_with? strftime strip sub sub! sum tap then times to_a to_enum to_f to_h to_i to_not "
        "to_s to_set to_sym tr uniq unshift upcase upto utc values zero? zip"
    ),
    "php": (
        "__call __construct __get __set __toString andReturn assertArrayHasKey assertArrayNotHasKey assertContains "
        "assertCount assertEmpty assertEquals assertFalse assertGreaterThan assertInstanceOf assertIsArray "
        "assertIsString assertMatchesRegularExpression assertNotEmpty assertNotNull assertNotSame assertNull "
        "assertSame assertStringContainsString assertStringStartsWith assertTrue createMock "
        "disableOriginalConstructor expectException expectExceptionMessage expectExceptionMessageMatches expects "
        "getCode getLine getMessage getMock getMockBuilder getPrevious getTimestamp getTraceAsString "
        "markTestSkipped never once onlyMethods setAccessible shouldReceive willReturn willReturnCallback with"
    ),
    "csharp": (
        "Add AddRange All Any AppendLine Be Cast ConfigureAwait Contains ContainsKey Count Dispose Distinct "
        "DoesNotContain Enqueue Equal Equals False First FirstOrDefault Format FromMilliseconds FromMinutes "
        "FromResult FromSeconds GetAwaiter GetCustomAttribute GetCustomAttributes GetGenericTypeDefinition "
        "GetHashCode GetParameters GetType GetTypeInfo GetUnderlyingType GetValueOrDefault HasValue IndexOf Invoke "
        "IsAssignableFrom IsNullOrEmpty IsNullOrWhiteSpace Join LastIndexOf Length MakeGenericMethod "
        "MakeGenericType NotEqual OrderBy OrderByDescending Parse Peek Remove Replace Result Returns Select "
        "SelectMany SequenceEqual Should ShouldBe ShouldBeOfType ShouldNotBe Skip Split Substring SuppressFinalize "
        "Take ThrowIfCancellationRequested Throws ThrowsAsync ToArray ToDictionary ToList ToLower ToLowerInvariant "
        "ToString ToUpper Trim TrimEnd TrimStart True TryGetValue TryParse Wait Where WriteLine"
    ),
    "swift": (
        "addingPercentEncoding allSatisfy append appendingPathComponent asyncAfter base64EncodedString compactMap "
        "components contains count decode deletingLastPathComponent description dropFirst dropLast encode "
        "enumerated filter first flatMap forEach fulfill get hasPrefix hasSuffix hash init insert isEmpty joined "
        "last lowercased map mapValues max min popFirst prefix reduce remove removeAll removeFirst removeLast "
        "removeValue replacingOccurrences reversed set sorted split starts suffix timeIntervalSince "
        "trimmingCharacters uppercased wait waitUntilExit withUnsafeBytes"
    ),
    "dart": (
        "addAll addLast any cast catchError clamp complete completeError contains containsKey createSync "
        "deleteSync endsWith every existsSync expand firstMatch firstWhere fold forEach hasMatch indexOf insertAll "
        "isAfter isBefore join lastIndexOf map microtask moveNext padLeft padRight putIfAbsent readAsString "
        "readAsStringSync reduce removeAt removeFirst removeLast removeWhere replaceAll replaceFirst round skip "
        "sort split startsWith sublist substring take then thenAnswer thenReturn toDouble toInt toIso8601String "
        "toList toLowerCase toMap toRadixString toSet toString toUpperCase transform trim truncate whenComplete "
        "where whereType writeAsStringSync"
    ),
}

BARE = {family: frozenset(names.split()) for family, names in _BARE.items()}
"""Functions and types that need no import, by language family."""

METHODS = {family: frozenset(names.split()) for family, names in _METHODS.items()}
"""Methods of the library's types, and of the usual test libraries', called on values whose type is not known here.

Many were found in 217 repositories, among the names called on something: at least one in eight of a language's calls
them, and at most one in five of these defines them.
"""
