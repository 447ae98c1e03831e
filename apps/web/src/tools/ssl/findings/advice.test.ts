import { expect, it } from 'vitest';
import { sslAnswer } from '../testing/ssl-answer.ts';
import { adviceOf } from './advice.ts';

const { securityInfo } = sslAnswer();
const badges = (known: Parameters<typeof adviceOf>[0]) =>
  adviceOf(known).map(({ badge, evidence }) => [badge, evidence]);

it('is empty for a current server, and before anything is known', () => {
  expect(badges(sslAnswer())).toEqual([]);
  expect(badges({})).toEqual([]);
});

it('names outdated versions and missing forward secrecy with their evidence', () => {
  const known = {
    enabledProtocols: ['TLSv1.2', 'TLSv1.1', 'TLSv1'] as const,
    cipherSuite: 'TLS_RSA_WITH_AES_128_CBC_SHA',
    securityInfo: { ...securityInfo, perfectForwardSecrecy: false },
  };
  expect(badges({ ...known, enabledProtocols: [...known.enabledProtocols] })).toEqual([
    ['Outdated versions', 'It accepts TLSv1.1, TLSv1.'],
    ['No forward secrecy', 'A current client gets TLS_RSA_WITH_AES_128_CBC_SHA.'],
  ]);
});

it('does not attribute a cipher suite to current clients that cannot connect', () => {
  const weak = { ...sslAnswer().securityInfo, perfectForwardSecrecy: false };
  const evidenceOf = (known: Parameters<typeof adviceOf>[0]) =>
    adviceOf({ securityInfo: weak, cipherSuite: 'TLS_RSA_WITH_RC4_128_SHA', ...known }).at(-1)?.evidence;
  const outOfReach = 'No current browser can connect; others get TLS_RSA_WITH_RC4_128_SHA.';
  expect(evidenceOf({ protocol: 'TLSv1' })).toBe(outOfReach);
  const browser = { client: 'b', source: '', protocol: null, cipherSuite: null, why: 'No group.' };
  expect(evidenceOf({ protocol: 'TLSv1.2', clients: [{ ...browser, connects: false }] })).toBe(outOfReach);
  expect(evidenceOf({ protocol: 'TLSv1.2', clients: [{ ...browser, connects: null }] })).toBe(
    'A current client gets TLS_RSA_WITH_RC4_128_SHA.',
  );
});
