const header = (name: string, value: string) => `add_header ${name} "${value}" always;`;

/** Lines of nginx by the name of the page. */
export const fieldLines: Readonly<Record<string, string>> = {
  bare: '',
  hardened: [
    header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains; preload'),
    header('Content-Security-Policy', "default-src 'self'; frame-ancestors 'none'"),
    header('X-Frame-Options', 'DENY'),
    header('X-Content-Type-Options', 'nosniff'),
    header('Referrer-Policy', 'no-referrer'),
    'server_tokens off;',
  ].join('\n'),
  short: [header('Strict-Transport-Security', 'max-age=2592000'), header('X-Powered-By', 'PHP/8.2.1')].join('\n'),
  cookies: [
    header('Set-Cookie', 'a=b; Path=/'),
    header('Set-Cookie', 'c=d; Path=/; Secure; HttpOnly'),
    header('Set-Cookie', 'e=f; Path=/; Secure'),
  ].join('\n'),
};
