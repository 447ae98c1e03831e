import { type Attack, attackOf, type Headers, rawAttackOf, requestBytes } from './attack.ts';

/** Requests that are invalid or misleading in themselves; `address` is a path with an answer. */
export function requestAttacks(address: string): Attack[] {
  return [
    ...misleadingHeaders(address),
    ...brokenRequests(address),
    ...otherMethods(address),
    ...otherAddresses(address),
    ...oversized(address),
    ...otherSites(address),
  ];
}

function misleadingHeaders(address: string): Attack[] {
  const headers: Headers = [
    ...[
      '10.0.0.5',
      'localhost:6379',
      '169.254.169.254',
      '',
      'a b',
      '[::1]',
      'x'.repeat(2000),
      `sonde.example@10.0.0.5`,
    ].map((host) => ['Host', host] as const),
    ...['127.0.0.1', '10.0.0.5, 1.1.1.1', '::1', 'x'.repeat(3000), '1.1.1.1'.padEnd(2000, ',')].map(
      (client) => ['X-Forwarded-For', client] as const,
    ),
    ['X-Forwarded-Host', '10.0.0.5'],
    ['X-Forwarded-Proto', 'gopher'],
    ['X-Forwarded-Prefix', '/../..'],
    ['X-Original-URL', '/metrics'],
    ['X-Rewrite-URL', '/metrics'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Forwarded', 'for=127.0.0.1;host=10.0.0.5'],
    ['X-Real-IP', '127.0.0.1'],
    ['True-Client-IP', '::1'],
    ['X-Request-ID', 'reflected'],
    ['Referer', 'javascript:reflected'],
    ['Cookie', '__proto__=reflected; session=reflected'],
    ['Authorization', 'Basic cm9vdDpyb290'],
    ['User-Agent', '<script>reflected</script>'],
    ['Accept', 'text/html'],
    ['Accept', 'text/event-stream;q=x, */*;q=-1'],
    ['Accept-Encoding', 'gzip;q=5, br;q=, *;q=0'],
    ['Accept-Language', 'x'.repeat(3000)],
    ['Range', 'bytes=0-99999999999999'],
    ['If-None-Match', '*'],
    ['If-Modified-Since', 'never'],
    ['Upgrade', 'websocket'],
    ['Upgrade', 'h2c'],
    ['Content-Type', 'application/json'],
    ['Content-Type', 'x'.repeat(2000)],
    ['TE', 'trailers, deflate'],
    ['__proto__', 'reflected'],
    ['constructor', 'reflected'],
  ];
  const attack = attackOf('a misleading header', [200, 400, 421]);
  return headers.map((header) => attack(address, { headers: [header] }));
}

function brokenRequests(address: string): Attack[] {
  const head = `GET ${address} HTTP/1.1\r\nHost: localhost\r\n`;
  const end = 'Connection: close\r\n\r\n';
  return [
    ...[
      `${head}Content-Length: 1\r\nContent-Length: 2\r\n${end}x`,
      `${head}Content-Length: -1\r\n${end}`,
      `${head}Content-Length: 0x10\r\n${end}`,
      `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
      `${head}Transfer-Encoding: chunked, identity\r\n${end}0\r\n\r\n`,
      `${head}Host : b\r\n${end}`,
      `${head}X-Nul: a\0b\r\n${end}`,
      `${head}X-Return: a\rb\r\n${end}`,
      `${head}: nameless\r\n${end}`,
      `${head}(): no name\r\n${end}`,
      `GET ${address} HTTP/1.1\r\n${end}`,
      `GET ${address} HTTP/9.9\r\nHost: localhost\r\n${end}`,
      `GET ${address}\0 HTTP/1.1\r\nHost: localhost\r\n${end}`,
      `GET ${address} x HTTP/1.1\r\nHost: localhost\r\n${end}`,
      `get ${address} HTTP/1.1\r\nHost: localhost\r\n${end}`,
      `FETCH ${address} HTTP/1.1\r\nHost: localhost\r\n${end}`,
      `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'EHLO sonde.example\r\n',
      '*1\r\n$4\r\nINFO\r\n',
      '\0'.repeat(1000),
      '\xff\xfe\xfd'.repeat(1000),
    ].map(rawAttackOf('a broken request', [400])),
    ...[
      `${head}Host: b\r\n${end}`,
      `${head}X-Folded: a\r\n b\r\n${end}`,
      `${head}Transfer-Encoding: chunked\r\n${end}5\r\nhello\r\n0\r\n\r\n`,
      `${head}Content-Length: 5\r\n${end}hello`,
      `GET ${address} HTTP/1.0\r\n\r\n`,
      `GET ${address}\r\n\r\n`,
      `\r\n\r\n${head}${end}`,
    ].map(rawAttackOf('an odd request', [200, 400, 413, 415])),
    // The parser fails while the lookup is already running: its answer must not be affected.
    ...[
      `${head}Transfer-Encoding: xchunked\r\n${end}`,
      `${head}${end}GET /api/v2/__proto__ HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    ].map(rawAttackOf('a request with another behind it', [null, 200, 400])),
  ];
}

function otherMethods(address: string): Attack[] {
  const refused = attackOf('another method', [400, 405]);
  return [
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH', 'PURGE'].map((method) =>
      refused(address, { method }),
    ),
    refused(address, { method: 'POST', headers: [['Content-Length', '2']], body: '{}' }),
    refused(address, {
      method: 'POST',
      headers: [
        ['Content-Length', '27'],
        ['Content-Type', 'application/json'],
      ],
      body: '{"__proto__":{"domain":"a"}}'.slice(0, 27),
    }),
    attackOf('another method', [200])(address, { method: 'HEAD' }),
    // The server is not a tunnel: it closes the connection.
    attackOf('another method', [null, 400])('10.0.0.5:6379', { method: 'CONNECT' }),
  ];
}

function otherAddresses(address: string): Attack[] {
  const query = address.slice(address.indexOf('?'));
  const missing = [
    ...[
      '/api',
      '/api/',
      '/api/v2',
      '/api/v1/dnsRecords',
      '/api/v2/unknown',
      '/api/v2/__proto__',
      '/api/v2/constructor',
    ],
    ...['/api/v2/../../../etc/passwd', '/api/v2/..%2f..%2fetc%2fpasswd', '/api/v2/%2e%2e/%2e%2e/etc/passwd'],
    ...['/api/v2/.%00./', '/api/../server.js', '/api/..\\..\\x', '/api//v2//x', '/api/v2/%ff', '/api/v2/%', '/api/*'],
    ...['/.env', '/.git/config', '/server.js', '/server.js.map', '/pages.json', '/metrics', '/proc/self/environ'],
    ...['/../../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/assets/../../server.js', '/assets/%2e%2e%2fpages.json'],
    ...['/assets/', '/pages/', '/node_modules/', '/package.json', '//10.0.0.5/', '//api/v2/dnsRecords', '/\\10.0.0.5'],
    ...['http://10.0.0.5/', `http://10.0.0.5:6379${address}`, 'gopher://10.0.0.5/', 'http://169.254.169.254/latest/'],
  ];
  // A path outside the API may be that of a page.
  const attack = attackOf('another address', [200, 400, 403, 404, 405]);
  return [
    ...missing.map((path) => attack(`${path}${query}`)),
    ...missing.slice(0, 3).map((path) => attack(path, { method: 'POST' })),
    ...['*', 'x', '10.0.0.5', '?', '#'].map((path) => attack(path)),
  ];
}

function oversized(address: string): Attack[] {
  const attack = attackOf('too large', [400, 413, 414, 417, 431]);
  const many: Headers = Array.from({ length: 3000 }, (_, index) => [`X-${index}`, '1'] as const);
  return [
    attack(`${address}${'a'.repeat(5000)}`),
    attack(`${address}${'a'.repeat(9000)}`),
    attack(`${address}${'%C3%A9'.repeat(5000)}`),
    attack(`${address}&x=${'a'.repeat(100_000)}`),
    attack(`${address}${'&x='.repeat(30_000)}`),
    attack(`/api/${'a/'.repeat(50_000)}`),
    attack(address, { headers: [['X', 'x'.repeat(9000)]] }),
    attack(address, { headers: [['X', 'x'.repeat(200_000)]] }),
    attack(address, { headers: [['x'.repeat(20_000), 'x']] }),
    attack(address, { headers: [['Cookie', 'a=b; '.repeat(4000)]] }),
    attack(address, { headers: many }),
    attack(address, { headers: [['Content-Length', '1000000']] }),
    attack(address, { headers: [['Content-Length', '1000000000000000000000000']] }),
    attack(address, { headers: [['Expect', 'coffee']] }),
    attack(address, { method: 'POST', headers: [['Content-Length', '99999999']] }),
    {
      ...attack(address, { method: 'POST', headers: [['Transfer-Encoding', 'chunked']] }),
      statuses: [400, 405, 413],
      bytes: requestBytes(address, {
        method: 'POST',
        headers: [['Transfer-Encoding', 'chunked']],
        body: `${'400\r\n'.concat('x'.repeat(1024), '\r\n').repeat(20)}0\r\n\r\n`,
      }),
    },
  ];
}

function otherSites(address: string): Attack[] {
  const attack = attackOf('a page of another site', [403]);
  const site = ['Sec-Fetch-Site', 'cross-site'] as const;
  const origin = ['Origin', 'https://reflected.example'] as const;
  const older = [
    attack(address, { headers: [origin] }),
    attack(address, { headers: [['Origin', 'null']] }),
    attack(address, { method: 'OPTIONS', headers: [origin, ['Access-Control-Request-Method', 'GET']] }),
  ];
  const telling = ['cors', 'no-cors', 'navigate', 'websocket', 'same-origin'].flatMap((mode) =>
    ['empty', 'image', 'script', 'document'].map((destination) =>
      attack(address, {
        headers: [site, ['Sec-Fetch-Mode', mode], ['Sec-Fetch-Dest', destination], origin],
      }),
    ),
  );
  return [...older, ...telling];
}
