import type { Note, UntrustedReason, VulnerabilityName } from '@sonde/contract';
import { reasonNames } from '@sonde/contract/tables/ssl-words';

interface FindingText {
  readonly badge: string;
  readonly meaning: string;
}

interface ReasonText extends FindingText {
  /** What the owner of the server can do about it. */
  readonly remedy: string;
}

/** Why a certificate is not secure and what to do, for readers without prior knowledge. */
export const reasonTexts: Readonly<Record<UntrustedReason, ReasonText>> = {
  no_certificate: {
    badge: reasonNames.no_certificate,
    meaning: 'The server sent no readable certificate, so a client cannot tell who it is talking to.',
    remedy: 'Install a certificate on the server, and enable the cipher suites that use it.',
  },
  weak_key: {
    badge: reasonNames.weak_key,
    meaning: 'The key is so short that it can be broken.',
    remedy: 'Generate a new key (EC P-256, or RSA with at least 2048 bits) and have a certificate issued for it.',
  },
  revoked: {
    badge: reasonNames.revoked,
    meaning: 'The authority that issued this certificate has revoked it, for example because its key was stolen.',
    remedy: 'Generate a new key, have a new certificate issued for it, and replace both on the server.',
  },
  expired: {
    badge: reasonNames.expired,
    meaning: 'A certificate that clients need to trust this server has expired.',
    remedy: 'Renew the certificate, install the new one with its chain, and reload the server.',
  },
  not_yet_valid: {
    badge: reasonNames.not_yet_valid,
    meaning: 'A certificate that clients need to trust this server becomes valid only later.',
    remedy: 'Use a certificate that is valid now, and check the clock of the machine that issued this one.',
  },
  self_signed: {
    badge: reasonNames.self_signed,
    meaning: 'The certificate is signed with its own key, not by an authority that browsers trust.',
    remedy: 'Have a certificate issued by a public authority; some, such as Let’s Encrypt, are free of charge.',
  },
  hostname_mismatch: {
    badge: reasonNames.hostname_mismatch,
    meaning: 'The certificate was issued for other names, not for the one that was checked.',
    remedy: 'Have a certificate issued that includes this name, or configure the server to send the right one for it.',
  },
  untrusted: {
    badge: reasonNames.untrusted,
    meaning: 'The chain ends at an authority that browsers do not trust.',
    remedy: 'Use a certificate from a public authority. A private authority has to be installed on every client.',
  },
  incomplete_chain: {
    badge: reasonNames.incomplete_chain,
    meaning:
      'The server does not send an intermediate certificate. Some browsers fetch it themselves; many programs do not, and refuse the connection.',
    remedy: 'Install the whole chain: the file that the authority calls “full chain”, not the certificate alone.',
  },
  weak_signature: {
    badge: reasonNames.weak_signature,
    meaning: 'A certificate in the chain is signed with MD5 or SHA-1. Such signatures can be forged.',
    remedy: 'Have the certificate issued again: public authorities have signed with SHA-256 for years.',
  },
  wrong_usage: {
    badge: reasonNames.wrong_usage,
    meaning: 'The certificate is not meant for servers.',
    remedy: 'Have one issued for server authentication (extended key usage serverAuth).',
  },
};

/** What an attacker gains and what to change. */
export const vulnerabilityTexts: Readonly<Record<VulnerabilityName, FindingText>> = {
  HEARTBLEED: {
    badge: 'Heartbleed',
    meaning:
      'Anyone can read the server’s memory, including keys and passwords. Update OpenSSL, then replace the keys.',
  },
  CCS: {
    badge: 'CCS injection',
    meaning: 'An attacker on the network path can take over connections. Update OpenSSL.',
  },
  ROBOT: {
    badge: 'ROBOT',
    meaning:
      'The server lets an attacker decrypt recorded connections. Disable the cipher suites that begin with TLS_RSA.',
  },
  POODLE: { badge: 'POODLE', meaning: 'SSLv3 lets an attacker recover content byte by byte. Disable it.' },
  DROWN: {
    badge: 'DROWN',
    meaning: 'SSLv2 lets an attacker decrypt newer connections made with the same key. Disable it.',
  },
  FREAK: {
    badge: 'FREAK',
    meaning: 'Connections can be downgraded to export-grade RSA keys. Disable the export cipher suites.',
  },
  LOGJAM: {
    badge: 'Logjam',
    meaning: 'The Diffie-Hellman group is so small that it can be broken. Use at least 2048 bits, or elliptic curves.',
  },
  SWEET32: { badge: 'SWEET32', meaning: 'Ciphers with 64-bit blocks leak data on long connections. Disable 3DES.' },
  RC4: { badge: 'RC4', meaning: 'The RC4 cipher is broken. Disable it.' },
  NULL: {
    badge: 'No encryption',
    meaning: 'The server accepts connections without any encryption. Disable the NULL cipher suites.',
  },
  ANON: {
    badge: 'Anonymous',
    meaning:
      'The server accepts connections without a certificate, so anyone on the path can impersonate it. Disable the anonymous cipher suites.',
  },
  CRIME: { badge: 'CRIME', meaning: 'TLS compression leaks repeated content such as cookies. Disable it.' },
  INSECURE_RENEGOTIATION: {
    badge: 'Insecure renegotiation',
    meaning: 'An attacker on the path can insert data before that of a client (RFC 5746). Update the server.',
  },
};

/** Why these are not vulnerabilities of the server. */
export const noteTexts: Readonly<Record<Note['name'], string>> = {
  BEAST: 'An attack on the CBC cipher suites of TLS 1.0 and older. Browsers have had a countermeasure since 2012.',
  LUCKY13:
    'A timing attack on CBC cipher suites. Current servers have a countermeasure, which cannot be verified from outside.',
  ANON: 'Mail servers that encrypt opportunistically do not check certificates anyway, so anonymous cipher suites weaken nothing further.',
  EXTENSION_INTOLERANCE:
    'The server ends the handshake at an extension it does not know, instead of ignoring it. Update it, or the proxy in front of it.',
  MUST_STAPLE:
    'Clients that honour must-staple refuse the connection. Enable OCSP stapling, or request a certificate without must-staple.',
  BREACH: 'An attack on compressed pages that echo what a visitor sends. It has to be prevented in the application.',
};
