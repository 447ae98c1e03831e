/**
 * The one table of how a call can fail: who is to blame, the HTTP status it answers with, and what it means.
 * `invalid-request` has finer statuses as well: those of HTTP itself.
 * `docs/errors.md` lists the same rows; a test compares both ways.
 */
export const failures = {
  'invalid-input': { blame: 'caller', status: 400, means: 'A parameter is missing, unknown or invalid.' },
  'invalid-request': {
    blame: 'caller',
    status: 400,
    means: 'The HTTP request itself is invalid; the status says in which way.',
  },
  forbidden: { blame: 'caller', status: 403, means: 'A page of another site may not call this server.' },
  'refused-target': {
    blame: 'caller',
    status: 422,
    means: 'A private, loopback, otherwise special-use or denied target.',
  },
  'not-signed-in': {
    blame: 'caller',
    status: 401,
    means: 'This needs a signed-in visitor, or the credentials are wrong.',
  },
  'rate-limited': {
    blame: 'caller',
    status: 429,
    means: 'Too many requests, from this client or towards this target.',
  },
  busy: { blame: 'us', status: 503, means: 'All slots are taken; try again after Retry-After.' },
  'not-found': { blame: 'target', status: 404, means: 'The target, or what was asked of it, does not exist.' },
  unreachable: { blame: 'target', status: 502, means: 'Connection refused or reset, or no route to the host.' },
  protocol: { blame: 'target', status: 502, means: 'It answered, but not with the expected protocol.' },
  timeout: { blame: 'target', status: 504, means: 'No answer in time.' },
  'source-failed': { blame: 'source', status: 502, means: 'A third-party source failed, or limits requests.' },
  'store-failed': { blame: 'us', status: 503, means: 'Accounts and history cannot be read or written right now.' },
  internal: { blame: 'us', status: 500, means: 'An error in Sonde itself. The details are in the server’s log.' },
} as const satisfies Record<string, { blame: 'caller' | 'us' | 'target' | 'source'; status: number; means: string }>;

export type FailureCode = keyof typeof failures;

/** Why, in one word, where that is known: each reason belongs to exactly one failure code. */
export const reasons = {
  nxdomain: { code: 'not-found', means: 'The name does not exist.' },
  nodata: { code: 'not-found', means: 'The name exists, but has no records of the requested types.' },
  servfail: { code: 'source-failed', means: 'The resolver could not get an answer from the name servers of the zone.' },
  refused: { code: 'source-failed', means: 'The resolver refused the question.' },
  no_public_dns: {
    code: 'source-failed',
    means: 'The resolver of this server denies every name, even the root: it has no access to the public DNS.',
  },
  cname_loop: { code: 'protocol', means: 'The CNAME records of the name form a loop.' },
  invalid_response: { code: 'protocol', means: 'The response is malformed.' },
  timeout: { code: 'timeout', means: 'No answer before the deadline.' },
  connection_refused: { code: 'unreachable', means: 'The port is closed.' },
  unreachable: { code: 'unreachable', means: 'No route to the address.' },
  reset: { code: 'unreachable', means: 'The connection was reset.' },
  no_database: {
    code: 'source-failed',
    means: 'The database for this lookup is not installed on this server, or is damaged.',
  },
  no_address: { code: 'not-found', means: 'The name has no address.' },
  too_large: { code: 'protocol', means: 'The answer is larger than the limit.' },
  not_tls: { code: 'protocol', means: 'The server does not speak TLS on this port.' },
  handshake_failed: { code: 'protocol', means: 'The server speaks TLS, but refused every handshake.' },
  unrecognized_name: { code: 'protocol', means: 'The server says that it does not know this name (RFC 6066).' },
  special_use: { code: 'refused-target', means: 'The address or name is private, loopback or otherwise special-use.' },
  not_allowed_port: { code: 'refused-target', means: 'Checks of this port are not allowed.' },
  wrong_credentials: { code: 'not-signed-in', means: 'No account has this email address and this password.' },
  email_taken: { code: 'invalid-input', means: 'An account with this email address exists.' },
  weak_password: { code: 'invalid-input', means: 'The password is too short or too long.' },
  link_expired: { code: 'invalid-input', means: 'The link in the reset mail has been used already, or has expired.' },
  disk_full: { code: 'store-failed', means: 'The disk is full, so nothing can be stored.' },
  crowded: { code: 'busy', means: 'Too many lookups from your network are running; try again in a moment.' },
  ping_unavailable: { code: 'busy', means: 'ping is unavailable on this server' },
  not_registered: { code: 'not-found', means: 'The registry has no record of it.' },
  source_limited: { code: 'source-failed', means: 'The source limits requests at the moment.' },
  no_service: { code: 'source-failed', means: 'There is no public service to ask.' },
  denied: { code: 'refused-target', means: 'The operator of this server has blocked lookups of this target.' },
} as const satisfies Record<string, { code: FailureCode; means: string }>;

export type FailureReason = keyof typeof reasons;

export interface ToolErrorDetails {
  /** One word for the cause, where one is known. */
  readonly reason?: FailureReason;
  /** Which query parameter is to blame, for `invalid-input`. */
  readonly field?: string;
  /** For `busy` and `rate-limited`. */
  readonly retryAfterSeconds?: number;
  /** For the log; never shown. */
  readonly cause?: unknown;
}

/** The one failure a lookup ends with. `message` is fit for a visitor, `cause` is for the log. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: FailureCode;
  readonly reason: FailureReason | null;
  readonly field: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(code: FailureCode, message: string, details: ToolErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.reason = details.reason ?? null;
    this.field = details.field ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}
