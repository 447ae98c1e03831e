import type { Explanation } from '../../explanation.ts';
import { certificateFiles } from './remedies.ts';
import { baseline, rfc } from './sources.ts';

const chrome = {
  name: 'Chrome, Certificate Transparency policy',
  url: 'https://googlechrome.github.io/CertificateTransparency/ct_policy.html',
};

/** Certificates other than trust: validity, chain, revocation, transparency. */
export const certificateExplanations = {
  'renewal-due': {
    states: ['note', 'warn'],
    title: 'Renewal due',
    meaning:
      'Most of the time for which the certificate is valid has passed. What counts is the share of it, not the number of days.',
    importance:
      'An ACME client renews with a third of the time left, so that it may fail a few times. Later means that it failed.',
    effect: 'Nothing yet. From the end on, browsers show a warning in place of the site.',
    remedies: {
      'Certificate authority':
        'Look why the renewal has not happened: `certbot renew --dry-run`, `systemctl list-timers`, the log of the ACME client.',
      Caddy: '# Caddy renews by itself: look for «renew» in its log.',
    },
    source: rfc(9773, '4'),
  },
  'long-lived-certificate': {
    states: ['note', 'warn'],
    title: 'Certificate valid for very long',
    meaning: 'It is valid for longer than public authorities were allowed to issue when it began.',
    importance: 'A stolen key can be used until the end, and names change hands.',
    effect:
      'Safari and Chrome refuse such a certificate of a public authority. Those of private authorities are exempt.',
    remedies: {
      'Certificate authority':
        'Have one issued for at most 200 days (100 from 15 March 2027, 47 from 15 March 2029), with automatic renewal.',
    },
    source: {
      name: 'CA/Browser Forum, ballot SC-081v3',
      url: 'https://cabforum.org/2025/04/11/ballot-sc081v3-introduce-schedule-of-reducing-validity-and-data-reuse-periods/',
    },
  },
  'superfluous-certificates': {
    states: ['note'],
    title: 'Certificates that nobody needs',
    meaning: 'The server sends certificates that are not part of the path, or the root, which clients have.',
    importance: 'They cost space in every handshake, and can make it need another round trip.',
    effect: 'None: clients ignore them.',
    remedies: { ...certificateFiles },
    source: rfc(9846, '4.5.1'),
  },
  'chain-out-of-order': {
    states: ['note'],
    title: 'Chain in the wrong order',
    meaning: 'The certificates are not sent in the order in which each one confirms the one before.',
    importance: 'Up to TLS 1.2 the order is required. Some old programs insist on it.',
    effect: 'Browsers and current libraries sort them. Old programs may refuse the connection.',
    remedies: {
      'Any server':
        'Write the file anew: `cat certificate.pem intermediate.pem > fullchain.pem`, its own certificate first.',
    },
    source: rfc(5246, '7.4.2'),
  },
  'not-revoked': {
    states: ['good'],
    title: 'Not revoked',
    meaning: 'A signed statement of the authority, from this time, says that the certificate is not revoked.',
    importance: 'A revoked certificate may be in the hands of somebody else.',
    effect: 'Clients that ask get the same answer.',
    remedies: 'Nothing is to be mended.',
    source: rfc(6960, '2.2'),
  },
  'revocation-unknown': {
    states: ['unknown'],
    title: 'Revocation could not be determined',
    meaning: 'Neither the server nor the authority gave a statement that can be relied on.',
    importance: 'A certificate that was withdrawn would look like this one.',
    effect: 'Browsers carry on without a statement, except for certificates that require one.',
    remedies:
      'Nothing is to be mended at the server. Ask again later, or ask the authority for the status of the serial number.',
    source: rfc(5280, '6.3'),
  },
  'ocsp-stapled': {
    states: ['good'],
    title: 'Proof of validity stapled',
    meaning: 'The server sends a signed statement of the authority that its certificate is not revoked.',
    importance: 'Clients need not ask the authority, which would learn who visits which site.',
    effect: 'Firefox and Safari use it. Chrome goes by a list of its own.',
    remedies: 'Nothing is to be mended.',
    source: rfc(6066, '8'),
  },
  'stapled-response-unusable': {
    states: ['warn'],
    title: 'Stapled response unusable',
    meaning:
      'The server staples an OCSP response that does not verify, or in which the authority does not know the certificate.',
    importance: 'It is worse than none: it says nothing, and clients may take it for an attack.',
    effect: 'Firefox refuses the connection; other clients ignore it.',
    remedies: {
      nginx: 'ssl_stapling on;\nssl_stapling_verify on;',
      Apache: '# The cache is set outside of virtual hosts.\nSSLUseStapling on\nSSLStaplingReturnResponderErrors off',
      HAProxy: '# Give a fresh response to «set ssl ocsp-response», or remove the file that ends in .ocsp.',
      'Any server': 'Look whether the chain that the server has is that of the new certificate, and restart it.',
    },
    source: rfc(6960, '3.2'),
  },
  'must-staple-unmet': {
    states: ['bad'],
    title: 'Required proof of validity missing',
    meaning: 'The certificate requires a stapled OCSP response (must-staple), and the server sent none.',
    importance: 'The owner asked for this check, so a missing response counts like a revoked certificate.',
    effect: 'Firefox refuses the connection. Clients that do not know must-staple connect.',
    remedies: {
      nginx: 'ssl_stapling on;\nssl_stapling_verify on;',
      Apache: '# The cache is set outside of virtual hosts.\nSSLUseStapling on',
      Caddy: '# Caddy staples by itself: look for «stapling» in its log.',
      HAProxy: '# HAProxy 2.8 and newer, in a list of certificates: /etc/ssl/site/all.pem [ocsp-update on]',
      'Certificate authority': 'Or have one issued without must-staple. Several authorities have ended OCSP.',
    },
    source: rfc(7633, '4'),
  },
  'transparency-policy-met': {
    states: ['good'],
    title: 'Published in certificate logs',
    meaning:
      'The certificate comes with enough verified timestamps of public logs for the policies of Chrome and Apple.',
    importance: 'A certificate that was issued in error can be found by the owner of the name.',
    effect: 'Chrome and Safari accept it.',
    remedies: 'Nothing is to be mended.',
    source: chrome,
  },
  'transparency-policy-unmet': {
    states: ['bad'],
    title: 'Too few timestamps of certificate logs',
    meaning: 'The certificate does not come with the timestamps that the policy of a browser requires.',
    importance: 'Nobody could notice that it was issued in error.',
    effect: 'The browser shows a warning in place of the site (in Chrome: ERR_CERTIFICATE_TRANSPARENCY_REQUIRED).',
    remedies: {
      'Certificate authority': 'Have the certificate issued again; public authorities embed the timestamps.',
    },
    source: chrome,
  },
  'transparency-unknown': {
    states: ['unknown'],
    title: 'Publication in logs could not be judged',
    meaning: 'The timestamps could not all be verified, for example because a log is newer than the list at hand.',
    importance: 'Browsers with a newer list may accept or refuse the certificate.',
    effect: 'Not known. A browser that is up to date tells.',
    remedies: 'Nothing is to be mended at the server before that is known. A newer Sonde has a newer list of logs.',
    source: chrome,
  },
  'short-lived-certificate': {
    states: ['note'],
    title: 'Short-lived certificate',
    meaning: 'The certificate is valid for a week at most. It need not name a place where its revocation is published.',
    importance: 'A stolen key is of use for days only, but a renewal that fails is noticed by visitors within days.',
    effect: 'Clients do not ask whether it is revoked.',
    remedies: 'Nothing is to be mended. Watch the renewals.',
    source: baseline,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
