/** By header set and field: why Sonde and MDN's Observatory judge differently. Any other difference is a disagreement. */
export const differences: Readonly<Record<string, string>> = {
  'hsts letters: hsts':
    'the Observatory reads the digits before the letter; RFC 6797 section 6.1 wants digits only, and browsers ignore the field',
  'csp http: csp':
    'a source with http also allows https (CSP Level 3, section 6.7.2.8), and a page by https loads scripts only so',
  'csp misspelt: csp': 'the Observatory passes over directives that no browser knows',
  'csp two policies: csp':
    'the Observatory merges policies that a comma separates; browsers apply each, and the first one allows no inline scripts',
  'frames allow from: frames': 'the Observatory still accepts ALLOW-FROM, which browsers ignore (HTML, section 7.6)',
  'type twice: nosniff':
    'browsers take the first of several values (Fetch, section 3.6), the Observatory wants only one',
  'referrer origin: referrer':
    'the policy origin sends no path, so that it tells no more than the default to sites with https',
  'cors null, with cookies: cors':
    'the Observatory looks for the origin that asked; null is the origin of any frame with sandbox, so that every site can ask as it',
  'cookie against forgery: cookies': 'browsers apply Lax where SameSite is absent (RFC 6265bis section 5.7.7)',
  'cookie with a wrong prefix: cookies':
    'the Observatory does not look at __Host-, for which browsers drop this cookie',
  'cookie with a wrong word: cookies': 'browsers apply Lax to a SameSite that they do not know, and keep the cookie',
};
