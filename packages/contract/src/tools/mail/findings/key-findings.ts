import { listed, quoted } from '../../../finding/wording.ts';
import { finding, type MailFinding, type UnjudgedMail } from './subject.ts';

type Selector = UnjudgedMail['dkim'][number];

const SHORT = 2048;
const BROKEN = 1024;

/** DKIM: the keys that were found, and what is known about others. */
export function keyFindings({ domain, dkim, dkimSearch, isParked }: UnjudgedMail): MailFinding[] {
  const found = dkim.flatMap((one) => selectorFindings(domain, one));
  const usable = dkim.filter((one) => isUsable(one) && isLong(one));
  return [
    ...found,
    ...(usable.length === 0
      ? []
      : [finding('dkim-key-found', 'good', domain, `Keys: ${listed(usable.map(keyText))}.`, null)]),
    ...(dkimSearch === null || isParked === true ? [] : searchFindings(domain, dkimSearch)),
  ];
}

const isUsable = ({ state, isRevoked, problem, isForMail }: Selector) =>
  state === 'found' && isRevoked !== true && problem === null && isForMail !== false;
const isLong = ({ keyType, bits }: Selector) => keyType !== null && (keyType !== 'rsa' || (bits ?? 0) >= SHORT);
const keyText = ({ selector, keyType, bits }: Selector) => `${selector} (${keyType}, ${bits} bits)`;

function searchFindings(domain: string, { state, why }: NonNullable<UnjudgedMail['dkimSearch']>): MailFinding[] {
  if (state === 'unknown') {
    return [
      finding(
        'dkim-unknown',
        'unknown',
        domain,
        why,
        'Take the selector from a signed message (tag s in its DKIM-Signature header), and check again with it.',
      ),
    ];
  }
  if (state === 'found') return [];
  return [
    finding('dkim-none', 'warn', domain, why, 'Turn on DKIM in your mail service, and publish the key that it shows.'),
  ];
}

function selectorFindings(domain: string, one: Selector): MailFinding[] {
  const { selector, state, isRevoked, isTesting, problem, bits, keyType } = one;
  const name = `${selector}._domainkey.${domain}`;
  if (state === 'absent') return absentFinding(name, one);
  if (state !== 'found') return [];
  if (problem !== null) {
    return [
      finding(
        'dkim-key-unusable',
        'bad',
        name,
        `The record has ${quoted(problem)}.`,
        `Publish the record of ${name} again exactly as your mail service shows it.`,
      ),
    ];
  }
  if (one.isForMail === false) {
    const evidence = 'The tag s of the record names other services than mail.';
    return [finding('dkim-key-other-service', 'note', name, evidence, 'Sign mail with another selector.')];
  }
  if (isRevoked) return [finding('dkim-key-revoked', 'note', name, 'The key is empty.', null)];
  const isShort = keyType === 'rsa' && bits !== null && bits < SHORT;
  return [
    ...(isShort
      ? [
          finding(
            'dkim-key-short',
            bits < BROKEN ? 'bad' : 'warn',
            name,
            `The RSA key has ${bits} bits.`,
            'Create a 2048-bit key under a new selector, and sign with it.',
          ),
        ]
      : []),
    ...(isTesting
      ? [finding('dkim-key-testing', 'warn', name, 'The record has t=y.', `Remove t=y from the record of ${name}.`)]
      : []),
  ];
}

function absentFinding(name: string, { origin, aliases }: Selector): MailFinding[] {
  const target = aliases.at(-1);
  const isGiven = origin === 'given';
  if (target !== undefined) {
    const evidence = `${name} is an alias of ${quoted(target)}, where there is no key.`;
    const fix = `Have the service behind ${quoted(target)} publish the key, or remove the CNAME record.`;
    return [finding('dkim-alias-dangling', isGiven ? 'bad' : 'note', name, evidence, fix)];
  }
  if (!isGiven) return [];
  const fix = `Publish the key at ${name}, or sign with another selector.`;
  return [finding('dkim-selector-missing', 'bad', name, `${name} has no key.`, fix)];
}
