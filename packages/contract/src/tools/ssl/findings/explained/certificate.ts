import type { Explanation } from '../../../../finding/explanation.ts';
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
      'Most of the certificate’s validity period has passed. The share that is left counts, not the number of days.',
    importance:
      'ACME clients renew with a third of the time left, so that they can retry. If less is left, renewal has probably failed.',
    effect: 'Nothing yet. Once it expires, browsers show a warning instead of the site.',
    remedies: {
      'Certificate authority':
        'Find out why it was not renewed: run `certbot renew --dry-run`, check `systemctl list-timers`, read the log of the ACME client.',
      Caddy: '# Caddy renews automatically: search its log for "renew".',
    },
    source: rfc(9773, '4'),
  },
  'long-lived-certificate': {
    states: ['note', 'warn'],
    title: 'Very long validity period',
    meaning:
      'The certificate is valid for longer than public certificate authorities were allowed to issue when its validity began.',
    importance: 'A stolen key can be used until the certificate expires, and domains change owners.',
    effect:
      'Safari and Chrome reject such a certificate from a public certificate authority. Private authorities are exempt.',
    remedies: {
      'Certificate authority':
        'Request one for at most 200 days (100 from 15 March 2027, 47 from 15 March 2029), and automate its renewal.',
    },
    source: {
      name: 'CA/Browser Forum, ballot SC-081v3',
      url: 'https://cabforum.org/2025/04/11/ballot-sc081v3-introduce-schedule-of-reducing-validity-and-data-reuse-periods/',
    },
  },
  'superfluous-certificates': {
    states: ['note'],
    title: 'Unneeded certificates in the chain',
    meaning:
      'The server sends certificates that are not part of the path to the root, or the root, which clients already have.',
    importance: 'They make every handshake larger, and can cost another round trip.',
    effect: 'None: clients ignore them.',
    remedies: { ...certificateFiles },
    source: rfc(9846, '4.5.1'),
  },
  'chain-out-of-order': {
    states: ['note'],
    title: 'Chain in the wrong order',
    meaning: 'The certificates are not sent in order. Each one must certify the one before it.',
    importance: 'TLS 1.2 and earlier require the order. Some old programs insist on it.',
    effect: 'Browsers and current libraries reorder them. Old programs may refuse the connection.',
    remedies: {
      'Any server':
        'Create the chain file again, the server’s own certificate first: `cat certificate.pem intermediate.pem > fullchain.pem`.',
    },
    source: rfc(5246, '7.4.2'),
  },
  'not-revoked': {
    states: ['good'],
    title: 'Not revoked',
    meaning: 'A current, signed statement of the certificate authority says that the certificate is not revoked.',
    importance: 'If a certificate is revoked, somebody else may have its key.',
    effect: 'Clients that check revocation get the same answer.',
    remedies: 'No action needed.',
    source: rfc(6960, '2.2'),
  },
  'revocation-unknown': {
    states: ['unknown'],
    title: 'Revocation status unknown',
    meaning: 'Neither the server nor the certificate authority gave a reliable statement.',
    importance: 'A revoked certificate would look the same as this one.',
    effect: 'Browsers continue without a statement, except for certificates that require one (must-staple).',
    remedies:
      'Nothing to fix on the server. Check again later, or ask the certificate authority for the status of the serial number.',
    source: rfc(5280, '6.3'),
  },
  'ocsp-stapled': {
    states: ['good'],
    title: 'OCSP response stapled',
    meaning:
      'The server sends an OCSP response: a signed statement of the certificate authority that its certificate is not revoked.',
    importance: 'Clients need not ask the certificate authority, which would then learn who visits which site.',
    effect: 'Firefox and Safari use it. Chrome uses a list of its own.',
    remedies: 'No action needed.',
    source: rfc(6066, '8'),
  },
  'stapled-response-unusable': {
    states: ['bad'],
    title: 'Stapled OCSP response unusable',
    meaning:
      'The server staples an OCSP response that is out of date, about another certificate, not signed by the authority, or an error or "unknown" instead of a status.',
    importance: 'An unusable response is worse than none: it proves nothing, and clients may take it for an attack.',
    effect:
      'Firefox refuses the connection (such as SEC_ERROR_OCSP_OLD_RESPONSE), as it does where a required response is missing. Other clients ignore it.',
    remedies: {
      nginx:
        '# Without the line ssl_stapling_file, nginx asks the responder itself.\nssl_stapling on;\nssl_stapling_verify on;',
      Apache:
        '# Outside of virtual hosts; needs mod_socache_shmcb.\nSSLStaplingCache shmcb:/run/apache2/stapling(128000)\nSSLUseStapling on\nSSLStaplingReturnResponderErrors off',
      HAProxy: '# Load a fresh response with "set ssl ocsp-response", or remove the file that ends in .ocsp.',
      'Any server': 'Or turn stapling off: unless the certificate requires it, no client misses the response.',
    },
    source: rfc(6960, '3.2'),
  },
  'must-staple-unmet': {
    states: ['bad'],
    title: 'Required OCSP response missing',
    meaning: 'The certificate requires a stapled OCSP response (must-staple), and the server sent none.',
    importance: 'The owner asked for this check, so clients treat a missing response like a revoked certificate.',
    effect: 'Firefox refuses the connection. Clients that do not support must-staple connect.',
    remedies: {
      nginx: 'ssl_stapling on;\nssl_stapling_verify on;',
      Apache:
        '# Outside of virtual hosts; needs mod_socache_shmcb.\nSSLStaplingCache shmcb:/run/apache2/stapling(128000)\nSSLUseStapling on',
      Caddy: '# Caddy staples automatically: search its log for "stapling".',
      HAProxy: '# HAProxy 2.8 and newer, in a crt-list file: /etc/ssl/site/all.pem [ocsp-update on]',
      'Certificate authority':
        'Or request one without must-staple. Several certificate authorities no longer offer OCSP.',
    },
    source: rfc(7633, '4'),
  },
  'transparency-policy-met': {
    states: ['good'],
    title: 'Logged for Certificate Transparency',
    meaning:
      'The certificate comes with enough verified timestamps (SCTs) of public logs for the policies of Chrome and Apple.',
    importance: 'The owner of the name can find certificates that were issued by mistake.',
    effect: 'Chrome and Safari accept it.',
    remedies: 'No action needed.',
    source: chrome,
  },
  'transparency-policy-unmet': {
    states: ['bad'],
    title: 'Too few Certificate Transparency timestamps',
    meaning: 'The certificate does not come with the signed timestamps (SCTs) that a browser’s policy requires.',
    importance: 'Without them, nobody would notice a certificate that was issued by mistake.',
    effect: 'The browser shows a warning instead of the site (in Chrome: ERR_CERTIFICATE_TRANSPARENCY_REQUIRED).',
    remedies: {
      'Certificate authority': 'Have the certificate reissued: public certificate authorities embed the timestamps.',
    },
    source: chrome,
  },
  'transparency-unknown': {
    states: ['unknown'],
    title: 'Certificate Transparency could not be judged',
    meaning:
      'Not every timestamp (SCT) could be verified, for example because a log is newer than Sonde’s list of logs.',
    importance: 'Browsers with a newer list may accept or refuse the certificate.',
    effect: 'Not known. An up-to-date browser shows it.',
    remedies: 'Nothing to fix until this is known. A newer Sonde has a newer list of logs.',
    source: chrome,
  },
  'log-list-outdated': {
    states: ['note'],
    title: 'Sonde’s list of logs is old',
    meaning:
      'Sonde’s list of Certificate Transparency logs is older than ten weeks, as long as browsers trust theirs. It does not judge whether the timestamps (SCTs) of the certificate are sufficient.',
    importance: 'It says nothing about the certificate: the list is a part of Sonde.',
    effect: 'None for visitors.',
    remedies:
      'Whoever runs Sonde can renew the list: sonde update ct-logs. A server does so by itself once a day, unless SONDE_UPDATE is off.',
    source: chrome,
  },
  'short-lived-certificate': {
    states: ['note'],
    title: 'Short-lived certificate',
    meaning: 'The certificate is valid for a week at most. It need not say where its revocation would be published.',
    importance: 'A stolen key is useful for days only. But if renewal fails, visitors notice within days.',
    effect: 'Clients do not check whether it is revoked.',
    remedies: 'No action needed. Monitor the renewals.',
    source: baseline,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
