import { request } from 'node:http';

export interface ApiReply {
  /** 0 without a reply. */
  readonly status: number;
  readonly ms: number;
  readonly text: string;
  readonly cookie: string | null;
}

export interface Call {
  readonly address: string;
  readonly path: string;
  /** The local address of the call: each one is a different client. */
  readonly from: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly cookie?: string | null;
}

/** One call of the API on a new connection. */
export function callApi(
  { address, path, from, method = 'GET', body, cookie }: Call,
  signal: AbortSignal,
): Promise<ApiReply> {
  const startedAtMs = performance.now();
  const ended = (status: number, text = '', set: string | null = null): ApiReply => ({
    status,
    text,
    cookie: set,
    ms: performance.now() - startedAtMs,
  });
  const headers = {
    connection: 'close',
    origin: address,
    ...(cookie ? { cookie } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve) => {
    const call = request(
      `${address}${path}`,
      { method, headers, localAddress: from, agent: false, signal },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => resolve(ended(0)));
        response.on('end', () => {
          const set = response.headers['set-cookie']?.map((one) => one.split(';')[0]).join('; ') ?? null;
          resolve(ended(response.statusCode ?? 0, Buffer.concat(chunks).toString(), set));
        });
      },
    );
    call.on('error', () => resolve(ended(0)));
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The path of a call of the API. */
export function pathOf(call: string, query: Readonly<Record<string, string>>): string {
  return `/api/v2/${call}?${new URLSearchParams(query)}`;
}
