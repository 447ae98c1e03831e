import { bySeverity } from '../finding/severity.ts';
import { listed, quoted } from '../finding/wording.ts';
import { type HeaderFinding, headerFinding } from './header-finding.ts';
import { failing, isPass, receiverResults, sealedResult } from './judged-results.ts';
import { domainsShown } from './mailboxes.ts';
import { alignmentOf, type ReadHeader } from './read-header.ts';
import { wayFindings } from './way-findings.ts';

/** Why a message may have landed in spam, and what is in order, the most severe first. */
export function headerFindings(header: ReadHeader): HeaderFinding[] {
  return bySeverity([
    ...filterFindings(header),
    ...checkFindings(header),
    ...fromFindings(header),
    ...wayFindings(header),
  ]);
}

const filterCodes = {
  spam: ['header-filter-spam', 'bad', 'Mend the other findings first; then look at content, links and reputation.'],
  phishing: ['header-filter-phishing', 'bad', 'Make SPF or DKIM pass for the domain in From.'],
  bulk: ['header-filter-bulk', 'warn', 'Send only to people who asked for it, and offer unsubscribing with one click.'],
  allowed: ['header-filter-clean', 'good', null],
  clean: ['header-filter-clean', 'good', null],
} as const;

function filterFindings({ filters }: ReadHeader): HeaderFinding[] {
  const isBad = filters.some(({ verdict }) => verdict !== 'clean' && verdict !== 'allowed');
  return filters.flatMap(({ name, verdict, why }) => {
    const [code, state, fix] = filterCodes[verdict];
    return state === 'good' && isBad ? [] : [headerFinding(code, state, name, `It says: ${quoted(why)}.`, fix)];
  });
}

function checkFindings(header: ReadHeader): HeaderFinding[] {
  const [dmarc] = receiverResults(header, 'dmarc');
  const hasResults = ['spf', 'dkim', 'dmarc'].some((method) => receiverResults(header, method).length > 0);
  if (!hasResults) {
    const evidence = 'There is neither Authentication-Results nor Received-SPF.';
    return [
      headerFinding('header-no-results', 'unknown', '', evidence, 'Copy the header from the receiver’s mailbox.'),
    ];
  }
  const passes = dmarc !== undefined && isPass(dmarc);
  return [
    ...dmarcFindings(header),
    ...spfFindings(header, passes),
    ...dkimFindings(header, passes),
    ...(dmarc === undefined ? alignmentFindings(header) : []),
  ];
}

const byServer = (server: string | null) => (server === null ? 'The receiver' : quoted(server));
const inBrackets = (text: string | null) => (text === null ? '' : ` (${quoted(text)})`);

function dmarcFindings(header: ReadHeader): HeaderFinding[] {
  const [dmarc] = receiverResults(header, 'dmarc');
  if (dmarc === undefined) return [];
  const about = dmarc.domain ?? header.from[0]?.domain ?? '';
  const evidence = `${byServer(dmarc.server)} says: dmarc=${dmarc.result}${inBrackets(dmarc.comment)}.`;
  if (isPass(dmarc)) return [headerFinding('header-dmarc-passed', 'good', about, evidence, null)];
  if (dmarc.result === 'none') {
    const fix = `Publish _dmarc.${about}. IN TXT "v=DMARC1; p=none; rua=mailto:dmarc@${about}".`;
    return [headerFinding('header-dmarc-missing', 'warn', about, evidence, fix)];
  }
  if (!failing.has(dmarc.result)) return [];
  const sealed = sealedResult(header, 'dmarc');
  const isSealed = sealed !== null && isPass(sealed);
  const arc = isSealed ? ' Before it was forwarded, DMARC had passed (ARC).' : '';
  const fix = `Sign with DKIM for ${about}, or send from a server in its SPF record with an envelope sender of ${about}.`;
  return [headerFinding('header-dmarc-failed', isSealed ? 'warn' : 'bad', about, `${evidence}${arc}`, fix)];
}

function spfFindings(header: ReadHeader, isSafe: boolean): HeaderFinding[] {
  const [spf] = receiverResults(header, 'spf');
  if (spf === undefined) return [];
  const about = spf.domain ?? header.returnPath ?? '';
  const address = spf.address ?? header.sender?.address ?? null;
  const evidence = `${byServer(spf.server)} says: spf=${spf.result}${address === null ? '' : ` for ${address}`}${inBrackets(spf.comment)}.`;
  if (isPass(spf)) return [headerFinding('header-spf-passed', 'good', about, evidence, null)];
  if (spf.result === 'none') {
    const fix = `Publish an SPF record for ${about} that lists the sending servers.`;
    return [headerFinding('header-spf-missing', 'warn', about, evidence, fix)];
  }
  if (!failing.has(spf.result)) return [];
  const fix =
    spf.result === 'permerror'
      ? `Check the SPF record of ${about}: it has an error.`
      : `If ${address ?? 'the server'} is yours, add it to the SPF record of ${about}.`;
  return [headerFinding('header-spf-failed', isSafe ? 'warn' : 'bad', about, evidence, fix)];
}

function dkimFindings(header: ReadHeader, isSafe: boolean): HeaderFinding[] {
  const all = receiverResults(header, 'dkim');
  const passed = all.filter(isPass);
  const failed = all.filter(({ result }) => failing.has(result));
  const found: HeaderFinding[] = [];
  if (passed.length > 0) {
    const domains = [...new Set(passed.flatMap(({ domain }) => domain ?? []))];
    const evidence = `${byServer(passed[0]?.server ?? null)} says: dkim=pass for ${listed(domains)}.`;
    found.push(headerFinding('header-dkim-passed', 'good', domains[0] ?? '', evidence, null));
  }
  for (const { domain, result, comment, server } of failed) {
    const evidence = `${byServer(server)} says: dkim=${result}${inBrackets(comment)}.`;
    const fix = `Check the key that ${domain ?? 'the domain'} signs with, and what changes the message after signing.`;
    const isBad = !isSafe && passed.length === 0;
    found.push(headerFinding('header-dkim-failed', isBad ? 'bad' : 'warn', domain ?? '', evidence, fix));
  }
  const [first] = all;
  if (first !== undefined && passed.length + failed.length === 0 && first.result === 'none') {
    const evidence = `${byServer(first.server)} says: dkim=none${inBrackets(first.comment)}.`;
    const fix = 'Turn on DKIM in the mail service that sends, and publish the key that it shows.';
    found.push(headerFinding('header-dkim-missing', 'warn', header.from[0]?.domain ?? '', evidence, fix));
  }
  return found;
}

/** Without a result of DMARC: whether what passed belongs to the domain that readers see. */
function alignmentFindings(header: ReadHeader): HeaderFinding[] {
  const domain = header.from[0]?.domain;
  const passed = ['spf', 'dkim'].flatMap((method) => receiverResults(header, method).filter(isPass));
  if (domain === undefined || passed.length === 0 || passed.some(({ alignment }) => alignment !== 'other')) return [];
  const others = [...new Set(passed.flatMap((one) => one.domain ?? []))];
  const evidence = `From is in ${domain}, but what passed is for ${listed(others)}.`;
  return [headerFinding('header-not-aligned', 'warn', domain, evidence, `Sign with DKIM for ${domain}.`)];
}

function fromFindings({ from, fromFields, replyTo }: ReadHeader): HeaderFinding[] {
  const [first] = from;
  const found: HeaderFinding[] = [];
  if (fromFields > 1 || from.length > 1) {
    const evidence = `There ${fromFields > 1 ? `are ${fromFields} From fields` : 'is one From field'} with ${listed(from.map(({ address }) => address))}.`;
    found.push(headerFinding('header-several-from', 'warn', first?.domain ?? '', evidence, 'Use one address in From.'));
  }
  for (const { shown, domain, address } of from) {
    const pretended = domainsShown(shown).filter((one) => alignmentOf(one, domain) === 'other');
    if (pretended.length === 0) continue;
    const evidence = `The address is ${quoted(address)}, but the text beside it says ${quoted(shown)}.`;
    const fix = 'Do not trust the text. If you send such mail, use a name without an address.';
    found.push(headerFinding('header-from-misleading', 'bad', domain, evidence, fix));
  }
  const [reply] = replyTo;
  if (first !== undefined && reply !== undefined && alignmentOf(reply.domain, first.domain) === 'other') {
    const evidence = `From is in ${first.domain}, replies go to ${quoted(reply.address)}.`;
    found.push(headerFinding('header-reply-elsewhere', 'note', reply.domain, evidence, null));
  }
  return found;
}
