import { clientObstacles } from '../../../../tls/client-outcome.ts';
import { listed, type SslFinding, type UnjudgedSsl } from './ssl-finding.ts';
import { withCheck, withOwnCheck } from './verify.ts';

/** Current browsers, by their names in the list of clients. */
const BROWSER = /^(Chrome|Edge|Firefox|Safari)\b/;

type Client = UnjudgedSsl['clients'][number];

/** Which clients can connect: current browsers first, then all others. */
export function clientFindings(answer: UnjudgedSsl): SslFinding[] {
  // Browsers do not matter for mail, databases and the like.
  const isForBrowsers =
    answer.startTls === null && !answer.clients.some(({ why }) => why === clientObstacles.otherProtocol);
  const browsers = isForBrowsers ? answer.clients.filter(({ client }) => BROWSER.test(client)) : [];
  const others = answer.clients.filter((client) => !browsers.includes(client));
  return [...browserFindings(answer, browsers), ...otherFindings(answer, others)];
}

const nameOf = ({ client }: Client) => client;
const withWhy = ({ client, why }: Client) => (why === null ? `${client}.` : `${client}: ${why}`);

function browserFindings(answer: UnjudgedSsl, browsers: readonly Client[]): SslFinding[] {
  const about = answer.domain;
  const out = browsers.filter(({ connects }) => connects === false);
  const open = browsers.filter(({ connects }) => connects === null);
  // That a client needs a certificate has a finding of its own, and may be intended.
  const long = answer.notes.find(({ name }) => name === 'LONG_HELLO');
  const found: SslFinding[] = long === undefined ? [] : [longHello(answer, long.evidence, out)];
  if (browsers.length === 0 || answer.clientAuth === 'required') return found;
  // The length of their hellos is the reason, and has the finding above.
  const isLength = long !== undefined && out.every(({ why }) => why?.includes(SILENCE));
  if (out.length > 0 && !isLength) {
    const evidence = `These cannot connect: ${out.map(withWhy).join(' ')}`;
    found.push({ code: 'browsers-cannot-connect', state: 'bad', about, evidence, fix: fixFor(answer, out) });
  }
  if (open.length > 0) {
    const evidence = `Not known for these: ${open.map(withWhy).join(' ')}`;
    const fix = 'Open the server in this browser, or check again.';
    found.push({ code: 'browsers-not-determined', state: 'unknown', about, evidence, fix });
  }
  if (found.length > 0) return found;
  return [
    {
      code: 'browsers-connect',
      state: 'good',
      about,
      evidence: `These connect: ${browsers.map(nameOf).join('; ')}.`,
      fix: null,
    },
  ];
}

const SILENCE = 'stays silent';

function longHello(answer: UnjudgedSsl, seen: string, out: readonly Client[]): SslFinding {
  const silent = out.filter(({ why }) => why?.includes(SILENCE));
  const whom = silent.length > 0 ? ` No answer for: ${silent.map(nameOf).join('; ')}.` : '';
  const fix =
    'Update or reconfigure the firewall or load balancer in front of the server, so that it passes ClientHellos of more than one packet. OpenSSL 3.5 or newer shows whether it does.';
  return {
    code: 'long-hello-unanswered',
    state: silent.length > 0 ? 'bad' : 'warn',
    about: answer.domain,
    evidence: `${seen}${whom}`,
    fix: withCheck(answer, fix, ['-groups X25519MLKEM768:X25519']),
  };
}

/** What all current browsers offer, for OpenSSL. */
const BROWSER_OFFER = [
  '-groups X25519:P-256:P-384',
  '-sigalgs ecdsa_secp256r1_sha256:ecdsa_secp384r1_sha384:rsa_pss_rsae_sha256:rsa_pss_rsae_sha384:RSA+SHA256:RSA+SHA384',
  '-cipher ECDHE:AES128-GCM-SHA256:AES256-GCM-SHA384',
];

/** The settings may be right, and only the key in the certificate one that browsers do not support. */
function fixFor(answer: UnjudgedSsl, out: readonly Client[]): string {
  // Of a refused handshake, only the computed result says why.
  const whys = out.map(({ why, computed }) => computed ?? why ?? '');
  if (whys.every((why) => why.startsWith(clientObstacles.unsupportedKey))) {
    const fix = 'Request a certificate for a key that browsers support: EC P-256, or RSA with 2048 bits.';
    return withCheck(answer, fix, BROWSER_OFFER);
  }
  if (whys.every((why) => why.startsWith('It checks the key usage'))) {
    return withOwnCheck(answer, 'Request a certificate whose key usage permits digitalSignature.');
  }
  const fix = 'Accept TLS 1.2 and TLS 1.3 with ECDHE and AES-GCM, and the group X25519 or P-256.';
  return withCheck(answer, fix, BROWSER_OFFER);
}

function otherFindings({ domain: about }: UnjudgedSsl, others: readonly Client[]): SslFinding[] {
  const out = others.filter(({ connects, why }) => connects === false && why !== clientObstacles.otherProtocol);
  if (out.length === 0) return [];
  const evidence = `These cannot connect: ${listed(out.map(nameOf))}.`;
  return [{ code: 'old-clients-cannot-connect', state: 'note', about, evidence, fix: null }];
}
