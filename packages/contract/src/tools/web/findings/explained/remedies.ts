import type { Explanation } from '../../../../finding/explanation.ts';

type Remedies = Exclude<Explanation['remedies'], string>;

/** Lines that send a header field with every response of a site, in place of one of the application behind it. */
export const field = (name: string, value: string, comment?: string): Remedies =>
  commented(comment, {
    nginx: `proxy_hide_header ${name};\nadd_header ${name} "${value}" always;`,
    Apache: `Header onsuccess unset ${name}\nHeader always set ${name} "${value}"`,
    Caddy: `header {\n  ${name} "${value}"\n  defer\n}`,
    HAProxy: `http-response set-header ${name} "${value}"`,
  });

/** Lines that send a header field beside those that are already sent with its name. */
export const furtherField = (name: string, value: string): Remedies => ({
  nginx: `add_header ${name} "${value}" always;`,
  Apache: `Header always add ${name} "${value}"`,
  Caddy: `header +${name} "${value}"`,
  HAProxy: `http-response add-header ${name} "${value}"`,
});

function commented(comment: string | undefined, remedies: Remedies): Remedies {
  if (comment === undefined) return remedies;
  return Object.fromEntries(Object.entries(remedies).map(([place, text]) => [place, `# ${comment}\n${text}`]));
}

/** What belongs in the part of the configuration for port 80. */
export const redirectToHttps = {
  nginx: 'location / {\n  return 301 https://$host$request_uri;\n}',
  Apache: 'RewriteEngine On\nRewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L,NE]',
  Caddy: 'redir https://{host}{uri} permanent',
  HAProxy: 'http-request redirect scheme https code 301 unless { ssl_fc }',
} as const satisfies Remedies;

/** Attributes for the cookies of an application that does not set them itself. */
export const cookieAttributes = (attribute: 'Secure' | 'HttpOnly'): Remedies => ({
  nginx: `# For an application behind proxy_pass.\nproxy_cookie_flags ~ ${attribute.toLowerCase()};`,
  Apache: `Header always edit Set-Cookie "(?i)^(?!.*;\\s*${attribute})(.*)$" "$1; ${attribute}"\nHeader edit Set-Cookie "(?i)^(?!.*;\\s*${attribute})(.*)$" "$1; ${attribute}"`,
  Caddy: `header {\n  Set-Cookie "(.*)" "$1; ${attribute}"\n  defer\n}`,
  HAProxy: `http-response replace-header Set-Cookie "(.*)" "\\1; ${attribute}"`,
});

export const compression = {
  nginx:
    'gzip on;\ngzip_proxied any;\ngzip_types text/plain text/css application/json application/javascript image/svg+xml;',
  Apache:
    'AddOutputFilterByType DEFLATE text/html text/plain text/css application/json application/javascript image/svg+xml',
  Caddy: 'encode zstd gzip',
  HAProxy:
    'filter compression\ncompression algo gzip\ncompression type text/html text/plain text/css application/json application/javascript image/svg+xml',
} as const satisfies Remedies;

export const withoutVersion = {
  nginx: 'server_tokens off;\nproxy_hide_header X-Powered-By;',
  Apache: '# ServerTokens belongs outside of every VirtualHost.\nServerTokens Prod\nHeader unset X-Powered-By',
  Caddy: 'header -Server\nheader -X-Powered-By',
  HAProxy: 'http-response del-header Server\nhttp-response del-header X-Powered-By',
} as const satisfies Remedies;

/** One file from the disk, at the place of RFC 9116. */
export const securityTxt = {
  nginx: 'location = /.well-known/security.txt {\n  alias /etc/security.txt;\n  default_type text/plain;\n}',
  Apache: 'Alias /.well-known/security.txt /etc/security.txt\n<Files security.txt>\n  Require all granted\n</Files>',
  Caddy: 'handle /.well-known/security.txt {\n  root * /etc\n  rewrite * /security.txt\n  file_server\n}',
  HAProxy:
    'http-request return status 200 content-type text/plain file /etc/security.txt if { path /.well-known/security.txt }',
} as const satisfies Remedies;

export const nothingToMend = 'No action needed.';
