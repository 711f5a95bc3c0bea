"""How much of what is central does a map without a task name? `python -m benchmarks.backbone FOLDER`

FOLDER holds clones, each in a folder OWNER+NAME. For each, CHOSEN_ON or HELD_AGAINST names what an experienced reader
would call its core, written down from knowledge of the project (`a|b`: either). Printed is the share of these
among the DEFINITIONS that the backbone puts first. The constants of `repomap/ranking/backbone.py` were chosen on the
one half.
"""

from __future__ import annotations

import sys
from pathlib import Path

from repomap import RepoMap
from repomap.files.roles import SOURCE, role
from repomap.graph.kept import backbone_of

DEFINITIONS = 32  # what a map of 1 000 tokens shows

CHOSEN_ON = {
    "pallets+flask": (
        "Flask Blueprint Request Response Scaffold App route render_template url_for AppContext "
        "SecureCookieSessionInterface|SessionInterface jsonify Config run add_url_rule wsgi_app"
    ),
    "psf+requests": (
        "Session request get post Request PreparedRequest Response HTTPAdapter RequestException "
        "AuthBase|HTTPBasicAuth send raise_for_status json"
    ),
    "gin-gonic+gin": (
        "Engine Context New Default Run Use RouterGroup HandlerFunc JSON GET ServeHTTP H "
        "Logger|LoggerWithConfig Recovery Next Handle Group Bind|ShouldBind"
    ),
    "expressjs+express": ("createApplication use listen handle route send json status View set render redirect Router"),
    "tiangolo+fastapi": (
        "FastAPI APIRouter Depends get post HTTPException APIRoute Query Path Body include_router "
        "jsonable_encoder get_openapi solve_dependencies get_request_handler"
    ),
    "vuejs+core": (
        "createApp ref reactive computed watch ReactiveEffect|effect h VNode createVNode defineComponent "
        "nextTick compile|baseCompile createRenderer|baseCreateRenderer ComponentInternalInstance Ref "
        "provide|inject onMounted"
    ),
    "tokio-rs+tokio": (
        "Runtime Builder spawn JoinHandle TcpStream TcpListener AsyncRead AsyncWrite Mutex Sender "
        "Receiver channel sleep timeout block_on Handle Instant"
    ),
    "trpc+trpc": (
        "initTRPC TRPCError createRouterFactory|Router createBuilder|ProcedureBuilder createCallerFactory "
        "createTRPCClient httpBatchLink AnyRouter createTRPCReact resolveResponse observable "
        "TRPCClientError fetchRequestHandler"
    ),
    "sharkdp+bat": (
        "Controller Config PrettyPrinter HighlightingAssets Printer|InteractivePrinter Input "
        "SyntaxMapping Error StyleComponent|StyleComponents PagingMode OutputType App|run print"
    ),
    "square+okhttp": (
        "OkHttpClient Request Response Call Interceptor RealCall Headers HttpUrl RequestBody ResponseBody "
        "MediaType ConnectionPool|RealConnection Cache newCall execute|enqueue WebSocket"
    ),
    "google+gson": (
        "Gson GsonBuilder toJson fromJson JsonElement JsonObject TypeAdapter TypeToken JsonReader "
        "JsonWriter SerializedName TypeAdapterFactory JsonParser JsonSerializer|JsonDeserializer"
    ),
    "redis+redis": (
        "redisServer client redisObject|robj processCommand call redisCommand sdsnew|sdsnewlen "
        "dictFind|dictAdd aeMain|aeProcessEvents|aeEventLoop redisDb addReply|addReplyBulk "
        "lookupKey|lookupKeyRead serverCron rdbSave|rdbSaveRio createObject|createStringObject zmalloc "
        "main"
    ),
    "BurntSushi+ripgrep": (
        "Searcher Matcher Sink Printer|Standard WalkBuilder Walk GlobSet Glob RegexMatcher HiArgs|LowArgs "
        "SearchWorker Gitignore DirEntry Match search_path|search"
    ),
}
HELD_AGAINST = {
    "jekyll+jekyll": (
        "Site Page Document Configuration|configuration Renderer Convertible Layout Collection Hooks "
        "Plugin process build|Build Reader Regenerator|StaticFile Converter|Generator Drop Utils|Filters"
    ),
    "mockito+mockito": (
        "Mockito mock when verify ArgumentMatchers Answer OngoingStubbing MockSettings InvocationOnMock "
        "spy InOrder Invocation MockHandler ArgumentCaptor|Captor VerificationMode any"
    ),
    "phoenixframework+phoenix": (
        "Endpoint Router Controller Channel Socket render put_view|put_layout broadcast|broadcast! "
        "Phoenix.Token|Token get|pipe_through push join assign json redirect"
    ),
    "fmtlib+fmt": (
        "format print format_to basic_format_args|format_args formatter basic_memory_buffer|memory_buffer "
        "basic_format_parse_context|parse_context vformat format_string|basic_string_view string_view "
        "buffer context|basic_format_context join format_error"
    ),
    "rack+rack": (
        "Builder Request Response Utils MockRequest Lint call Headers Files|Directory Session|Cookie "
        "Multipart run|use map get_header|params"
    ),
    "App-vNext+Polly": (
        "ResiliencePipeline ResiliencePipelineBuilder RetryStrategyOptions Policy AddRetry ExecuteAsync "
        "Execute CircuitBreakerStrategyOptions|AddCircuitBreaker Outcome ResilienceContext "
        "ResilienceStrategy AddTimeout PolicyBuilder|WaitAndRetry ResiliencePropertyKey"
    ),
    "Alamofire+Alamofire": (
        "Session request DataRequest DataResponse|AFDataResponse responseDecodable|response AF Request "
        "AFError ParameterEncoding|JSONEncoding|ParameterEncoder URLConvertible|URLRequestConvertible "
        "RequestInterceptor validate download upload HTTPHeaders|HTTPMethod"
    ),
    "typelevel+cats": (
        "Functor Monad Applicative Semigroup Monoid Eq Show Traverse Foldable Validated EitherT OptionT "
        "Kleisli Chain NonEmptyList FlatMap"
    ),
    "cfug+dio": (
        "Dio BaseOptions Response RequestOptions Interceptor DioException FormData get post "
        "HttpClientAdapter Transformer CancelToken Options request|fetch"
    ),
    "elixir-plug+plug": (
        "Conn Builder Router send_resp put_resp_header call init|Plug Parsers Test|conn assign "
        "fetch_session|put_session match halt Static get_req_header"
    ),
    "pytest-dev+pytest": (
        "main Session Item Collector fixture Config Function raises PytestPluginManager MonkeyPatch "
        "TestReport ParameterSet|Metafunc Node Module CallInfo FixtureRequest mark|Mark"
    ),
    "mwaskom+seaborn": (
        "FacetGrid relplot histplot heatmap load_dataset set_theme scatterplot lineplot barplot boxplot "
        "pairplot Plot color_palette VectorPlotter kdeplot"
    ),
    "composer+composer": (
        "Composer Factory Package|PackageInterface Installer JsonFile Solver|Pool IOInterface Locker "
        "RepositoryInterface|RepositoryManager InstallationManager EventDispatcher VersionParser Config "
        "Application AutoloadGenerator RootPackageInterface|RootPackage"
    ),
    "navidrome+navidrome": (
        "Server|New main Scanner MediaFile Album Artist DataStore|SQLStore Router|New "
        "Config|configOptions Player|Players Playlist|Playlists Streamer|MediaStreamer Artwork User "
        "Request|context Agents|Agent"
    ),
}


def share(root: Path, central: str) -> float:
    """Return how many of the `central` names are among the first definitions of the backbone of `root`."""
    index = RepoMap(root).open()
    try:
        found = backbone_of(index, 1_000)
        worth = [
            (-value, path, at)
            for path, values in zip(found.paths, found.values, strict=False)
            for at, value in enumerate(values)
        ]
        first = sorted(worth)[:DEFINITIONS]
        names = {index.reader.definitions(path)[at].name for _, path, at in first if role(path) == SOURCE}
    finally:
        index.close()
    wanted = [set(each.split("|")) for each in central.split()]
    return sum(bool(each & names) for each in wanted) / len(wanted)


def main(folder: Path) -> None:
    """Print the share for each repository that is there, and the means of both halves."""
    for title, half in (("chosen on", CHOSEN_ON), ("held against", HELD_AGAINST)):
        shares = {name: share(folder / name, central) for name, central in half.items() if (folder / name).is_dir()}
        for name, value in shares.items():
            print(f"{value:.2f}  {name}")
        print(f"{sum(shares.values()) / (len(shares) or 1):.3f}  {title}, {len(shares)} repositories\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
