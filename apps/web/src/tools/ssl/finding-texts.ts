import type { Note, UntrustedReason, VulnerabilityName } from '@sonde/contract';

interface FindingText {
  readonly badge: string;
  readonly meaning: string;
}

/** Why a certificate is not secure, for those who have never read one. */
export const reasonTexts: Readonly<Record<UntrustedReason, FindingText>> = {
  no_certificate: {
    badge: 'No certificate',
    meaning: 'The server shows no certificate that could be read, so nobody can tell who answers.',
  },
  weak_key: {
    badge: 'Weak key',
    meaning: 'The key is so short that it can be worked out. The certificate needs a new, longer one.',
  },
  revoked: {
    badge: 'Revoked',
    meaning: 'Its issuer has taken this certificate back, for example because its key was stolen.',
  },
  expired: { badge: 'Expired', meaning: 'A certificate that is needed here is past its end and has to be renewed.' },
  not_yet_valid: {
    badge: 'Not valid yet',
    meaning: 'A certificate that is needed here begins to be valid in the future.',
  },
  self_signed: {
    badge: 'Self-signed',
    meaning: 'The certificate vouches for itself; no authority that browsers trust has signed it.',
  },
  hostname_mismatch: {
    badge: 'Wrong name',
    meaning: 'The certificate was issued for other names than the one that was asked for.',
  },
  untrusted: {
    badge: 'Untrusted issuer',
    meaning: 'The chain ends at an authority that browsers do not trust.',
  },
  incomplete_chain: {
    badge: 'Incomplete chain',
    meaning:
      'The server leaves out a certificate between its own and the authority. Some browsers find it elsewhere; many programs do not.',
  },
  weak_signature: {
    badge: 'Weak signature',
    meaning: 'A certificate of the chain is signed with MD5 or SHA-1, which can be forged.',
  },
  wrong_usage: { badge: 'Wrong purpose', meaning: 'The certificate is not made for servers.' },
};

/** What an attacker gains, and what to change. */
export const vulnerabilityTexts: Readonly<Record<VulnerabilityName, FindingText>> = {
  HEARTBLEED: {
    badge: 'Heartbleed',
    meaning:
      'Anybody can read the memory of the server, keys and passwords included. Update OpenSSL and change the keys.',
  },
  CCS: { badge: 'CCS injection', meaning: 'Somebody in between can take connections over. Update OpenSSL.' },
  ROBOT: {
    badge: 'ROBOT',
    meaning: 'The server helps to decrypt what was recorded. Switch off the suites that begin with TLS_RSA.',
  },
  POODLE: { badge: 'POODLE', meaning: 'SSLv3 gives its content away byte by byte. Switch it off.' },
  DROWN: { badge: 'DROWN', meaning: 'SSLv2 makes newer connections with the same key readable. Switch it off.' },
  FREAK: { badge: 'FREAK', meaning: 'Connections can be forced down to export-grade RSA keys. Switch them off.' },
  LOGJAM: {
    badge: 'Logjam',
    meaning: 'The Diffie-Hellman keys are so short that they can be broken. Use 2048 bits or elliptic curves.',
  },
  SWEET32: { badge: 'SWEET32', meaning: 'Blocks of 64 bits give away long connections. Switch 3DES off.' },
  RC4: { badge: 'RC4', meaning: 'The cipher RC4 is broken. Switch it off.' },
  NULL: { badge: 'No encryption', meaning: 'The server accepts connections that are not encrypted at all.' },
  ANON: {
    badge: 'Anonymous',
    meaning: 'The server accepts connections in which nobody proves who they are: anyone can stand in between.',
  },
  CRIME: { badge: 'CRIME', meaning: 'Compression gives away what is repeated, cookies above all. Switch it off.' },
  INSECURE_RENEGOTIATION: {
    badge: 'Insecure renegotiation',
    meaning: 'Somebody in between can put words before those of a client (RFC 5746). Update the server.',
  },
};

/** Why these are no vulnerabilities of the server. */
export const noteTexts: Readonly<Record<Note['name'], string>> = {
  BEAST: 'An attack on old versions with CBC suites that browsers have warded off since 2012.',
  LUCKY13:
    'An attack on CBC suites by exact timing; up-to-date servers ward it off, which cannot be seen from outside.',
  ANON: 'Mail servers take each other without proof of who they are, so this gives nothing away that they do not give away already.',
  EXTENSION_INTOLERANCE:
    'The server ends the handshake instead of passing over what it does not know. Update it, or what stands before it.',
  MUST_STAPLE:
    'Clients that honour the demand refuse the connection. Switch OCSP stapling on, or ask for a certificate without it.',
  BREACH: 'An attack on compressed pages that repeat what a visitor sends; it is for the application to prevent.',
};
