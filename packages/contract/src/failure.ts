/**
 * Every way in which a call can fail: whose fault it is, the HTTP status, and the meaning. `invalid-request` is sent with
 * more specific HTTP statuses too. `docs/errors.md` lists the same rows; a test compares the two.
 */
export const failures = {
  'invalid-input': { blame: 'caller', status: 400, meaning: 'A parameter is missing, unknown or invalid.' },
  'invalid-request': {
    blame: 'caller',
    status: 400,
    meaning: 'The HTTP request itself is invalid. The HTTP status says in which way.',
  },
  forbidden: {
    blame: 'caller',
    status: 403,
    meaning: 'Pages of other sites may not call this server, or the token does not allow this call.',
  },
  'refused-target': {
    blame: 'caller',
    status: 422,
    meaning: 'The target is private, loopback or otherwise special-use, or the operator has blocked it.',
  },
  'not-signed-in': {
    blame: 'caller',
    status: 401,
    meaning: 'The call requires a sign-in, or the credentials are wrong.',
  },
  'not-held': {
    blame: 'caller',
    status: 409,
    meaning: 'The server no longer has the result that should be kept. Measure it again.',
  },
  hidden: {
    blame: 'us',
    status: 410,
    meaning: 'The operator has blocked the target of this kept result.',
  },
  'rate-limited': {
    blame: 'caller',
    status: 429,
    meaning: 'Too many requests from this client or to this target.',
  },
  busy: { blame: 'us', status: 503, meaning: 'The server is busy. Try again after the time in Retry-After.' },
  'not-found': { blame: 'target', status: 404, meaning: 'The target, or the requested data, does not exist.' },
  unreachable: { blame: 'target', status: 502, meaning: 'Connection refused or reset, or no route to the host.' },
  protocol: { blame: 'target', status: 502, meaning: 'The other side answered, but not with the expected protocol.' },
  timeout: { blame: 'target', status: 504, meaning: 'No answer in time.' },
  'source-failed': { blame: 'source', status: 502, meaning: 'A third-party source failed or limits requests.' },
  'store-failed': { blame: 'us', status: 503, meaning: 'Accounts and history cannot be read or written right now.' },
  'work-limit': {
    blame: 'target',
    status: 502,
    meaning:
      'This takes more questions, connections, data or processor time than one lookup may use, so the rest was not measured. To try again does not help; to ask for less does: fewer record types, or one server or name of it.',
  },
  'left-out': {
    blame: 'us',
    status: 500,
    meaning:
      'It was measured and judged, but not all of it is in the answer, which would otherwise be larger than 1 MB.',
  },
  internal: { blame: 'us', status: 500, meaning: 'An error in Sonde itself. The details are in the server’s log.' },
} as const satisfies Record<string, { blame: 'caller' | 'us' | 'target' | 'source'; status: number; meaning: string }>;

export type FailureCode = keyof typeof failures;

/** Narrower causes, where known. Each belongs to exactly one failure code. */
export const reasons = {
  nxdomain: { code: 'not-found', meaning: 'The name does not exist.' },
  nodata: { code: 'not-found', meaning: 'The name exists, but has no records of the requested types.' },
  servfail: {
    code: 'source-failed',
    meaning: 'The resolver could not get an answer from the name servers of the zone.',
  },
  refused: { code: 'source-failed', meaning: 'The resolver refused the query.' },
  'not-implemented': {
    code: 'source-failed',
    meaning: 'The DNS server does not support this kind of query (NOTIMP).',
  },
  'error-code': {
    code: 'source-failed',
    meaning: 'The DNS server answered with an error that says nothing about the name, such as FORMERR or NOTAUTH.',
  },
  'no-public-dns': {
    code: 'source-failed',
    meaning: 'The resolver of the Sonde server finds no name, not even the root: it has no access to the public DNS.',
  },
  referral: {
    code: 'source-failed',
    meaning: 'The server does not have the name, does not resolve it, and only refers to other servers.',
  },
  'cname-loop': { code: 'protocol', meaning: 'The CNAME records of the name form a loop.' },
  'invalid-response': { code: 'protocol', meaning: 'The response is malformed.' },
  timeout: { code: 'timeout', meaning: 'No answer before the deadline.' },
  'connection-refused': { code: 'unreachable', meaning: 'The port is closed.' },
  unreachable: { code: 'unreachable', meaning: 'No route to the address.' },
  reset: { code: 'unreachable', meaning: 'The connection was reset.' },
  'no-database': {
    code: 'source-failed',
    meaning: 'The database for this lookup is not installed on this server, or is damaged.',
  },
  'no-address': { code: 'not-found', meaning: 'The name has no address.' },
  'too-large': { code: 'protocol', meaning: 'The answer is larger than the limit.' },
  'not-tls': { code: 'protocol', meaning: 'The server does not speak TLS on this port.' },
  'handshake-failed': { code: 'protocol', meaning: 'The server speaks TLS, but refused every handshake.' },
  'bad-certificate': {
    code: 'protocol',
    meaning: 'The certificate of the server is not trusted, or is for another name.',
  },
  'unrecognized-name': {
    code: 'protocol',
    meaning: 'The server does not serve this name (alert unrecognized_name, RFC 6066).',
  },
  'special-use': {
    code: 'refused-target',
    meaning: 'The address or name is private, loopback or otherwise special-use.',
  },
  'not-allowed-port': { code: 'refused-target', meaning: 'Checks of this port are not allowed.' },
  'wrong-credentials': { code: 'not-signed-in', meaning: 'No account has this email address and this password.' },
  'wrong-token': { code: 'not-signed-in', meaning: 'The token is unknown, revoked or expired.' },
  'email-taken': { code: 'invalid-input', meaning: 'An account with this email address already exists.' },
  'weak-password': { code: 'invalid-input', meaning: 'The password is too short or too long.' },
  'link-expired': {
    code: 'invalid-input',
    meaning: 'The link in the reset mail has already been used, or has expired.',
  },
  'disk-full': { code: 'store-failed', meaning: 'The disk is full, so nothing can be stored.' },
  crowded: { code: 'busy', meaning: 'Too many lookups from your network are running; try again in a moment.' },
  'work-limit': {
    code: 'work-limit',
    meaning:
      'This takes more questions, connections, data or processor time than one lookup may use, so the rest was not measured. To try again does not help; to ask for less does: fewer record types, or one server or name of it.',
  },
  'zone-limit': {
    code: 'rate-limited',
    meaning: 'The name servers of this zone have just received as many questions from this server as they may.',
  },
  'ping-unavailable': { code: 'busy', meaning: 'ping is unavailable on this server' },
  'not-registered': { code: 'not-found', meaning: 'The registry has no record of it.' },
  'source-limited': { code: 'source-failed', meaning: 'The source is limiting requests at the moment.' },
  'no-service': { code: 'source-failed', meaning: 'There is no public service for this.' },
  denied: { code: 'refused-target', meaning: 'The operator of this server has blocked lookups of this target.' },
  'outside-demo': {
    code: 'refused-target',
    meaning: 'This is a demo: only its own hosts can be reached, so nothing was sent to this target.',
  },
} as const satisfies Record<string, { code: FailureCode; meaning: string }>;

export type FailureReason = keyof typeof reasons;

/** Why a host name leads to no address. */
export const resolvingReasons = [
  'nxdomain',
  'no-address',
  'servfail',
  'no-public-dns',
  'refused',
  'not-implemented',
  'error-code',
  'timeout',
  'cname-loop',
  'invalid-response',
] as const satisfies readonly FailureReason[];

export interface ToolErrorDetails {
  /** The narrower cause in one word, if known. */
  readonly reason?: FailureReason;
  /** The query parameter at fault, for `invalid-input`. */
  readonly field?: string;
  /** What the remote side said, in its own words. Untrusted text. */
  readonly detail?: string;
  /** For `busy` and `rate-limited`. */
  readonly retryAfterSeconds?: number;
  /** For the log only; never shown to visitors. */
  readonly cause?: unknown;
}

/** The failure that a lookup ends with. `message` may be shown to visitors, `cause` is for the log. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: FailureCode;
  readonly reason: FailureReason | null;
  readonly field: string | null;
  readonly detail: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(code: FailureCode, message: string, details: ToolErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.reason = details.reason ?? null;
    this.field = details.field ?? null;
    this.detail = details.detail ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}
