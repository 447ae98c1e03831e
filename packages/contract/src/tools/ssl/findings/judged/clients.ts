import { listed, type SslAnswer, type SslFinding, withCheck } from './ssl-finding.ts';

/** Current browsers, by their names in the list of clients. */
const BROWSER = /^(Chrome|Edge|Firefox|Safari)\b/;

type Client = SslAnswer['clients'][number];

/** Which clients can connect: current browsers first, then all others. */
export function clientFindings(answer: SslAnswer): SslFinding[] {
  // Browsers do not matter for mail, databases and the like.
  const browsers = answer.startTls === null ? answer.clients.filter(({ client }) => BROWSER.test(client)) : [];
  const others = answer.clients.filter((client) => !browsers.includes(client));
  return [...browserFindings(answer, browsers), ...otherFindings(answer, others)];
}

const nameOf = ({ client }: Client) => client;
const withWhy = ({ client, why }: Client) => (why === null ? `${client}.` : `${client}: ${why}`);

function browserFindings(answer: SslAnswer, browsers: readonly Client[]): SslFinding[] {
  const about = answer.domain;
  const out = browsers.filter(({ connects }) => connects === false);
  const open = browsers.filter(({ connects }) => connects === null);
  if (browsers.length === 0) return [];
  const found: SslFinding[] = [];
  if (out.length > 0) {
    const evidence = `These cannot connect: ${out.map(withWhy).join(' ')}`;
    const fix = withCheck(answer, 'Accept TLS 1.2 and TLS 1.3 with ECDHE and AES-GCM, and the group X25519 or P-256.');
    found.push({ code: 'browsers-cannot-connect', state: 'bad', about, evidence, fix });
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

function otherFindings({ domain: about }: SslAnswer, others: readonly Client[]): SslFinding[] {
  const out = others.filter(({ connects }) => connects === false);
  if (out.length === 0) return [];
  const evidence = `These cannot connect: ${listed(out.map(nameOf))}.`;
  return [{ code: 'old-clients-cannot-connect', state: 'note', about, evidence, fix: null }];
}
