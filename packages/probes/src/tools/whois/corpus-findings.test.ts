import { answerFindings } from '@sonde/contract/answers/answer-findings';
import { describe, expect, it } from 'vitest';
import { expectedOf, sampleFacts, sampleNames, sampleText } from '../../testing/whois-samples.ts';
import { composeAnswer } from './compose.ts';
import { noReplies } from './replies.ts';

/*
 * What may be said about a reply: nothing about missing facts if it is not recognised as a registration, and nothing good or
 * bad about the registration of a name that nobody holds.
 */

const MISSING = [
  'expiry-unknown',
  'holder-not-published',
  'delegation-unknown',
  'transfer-unlocked',
  'domain-inactive',
];

function findingsOn(name: string) {
  const { server, replyClass } = expectedOf(name);
  if (replyClass !== 'record' && replyClass !== 'reserved' && replyClass !== 'unrecognised') return [];
  const [rdap, whois] = [noReplies(), noReplies()];
  whois.texts.push({ server, text: sampleText(name), isCut: false, kind: replyClass });
  if (replyClass !== 'unrecognised') whois.facts.push({ server, facts: sampleFacts(name) });
  const subject = { kind: 'domain', name: 'example.com' } as const;
  const { data, gaps } = composeAnswer('example.com', subject, rdap, whois);
  return answerFindings('whois', { ...data, gaps, checkedAt: '2026-07-12T12:34:26.000Z' });
}

const domainNames = sampleNames.filter((name) => expectedOf(name).subject === undefined);
const ofClass = (wanted: string) => domainNames.filter((name) => expectedOf(name).replyClass === wanted);
const codesOf = (name: string) => findingsOn(name).map(({ code }) => code as string);

it.each(ofClass('unrecognised'))('%s is told to be unrecognised, and nothing else', (name) => {
  expect(codesOf(name)).toEqual(['reply-unrecognised']);
});

it.each(ofClass('reserved'))('%s is told to be reserved, and nothing else', (name) => {
  expect(codesOf(name)).toEqual(['name-reserved']);
});

describe.each(ofClass('record'))('%s', (name) => {
  const codes = codesOf(name);
  const facts = sampleFacts(name);

  it('misses only what was not read', () => {
    const isDeleted = codes.includes('domain-in-redemption');
    const isDateless = facts.expires === null && facts.registrarExpires === null;
    expect(codes.includes('expiry-unknown')).toBe(isDateless && !isDeleted);
    if (facts.dnssec !== null) expect(codes).not.toContain('delegation-unknown');
    if (facts.nameServers.length > 0) expect(codes).not.toContain('domain-inactive');
    const holder = facts.contacts.find(({ role }) => role === 'registrant');
    if (holder?.name || holder?.organization) expect(codes).not.toContain('holder-not-published');
  });

  it('is not called lost while it can be restored', () => {
    const states = facts.status.map(({ code }) => code);
    if (states.some((code) => /redemption|restore|quarantine/i.test(code))) {
      expect(codes).not.toContain('domain-pending-delete');
      expect(codes.some((code) => code === 'domain-in-redemption' || code === 'domain-restore-pending')).toBe(true);
    }
  });
});

it('says what it knows about replies of each kind', () => {
  expect(codesOf('registro-it-redemption')).toContain('domain-in-redemption');
  expect(codesOf('afnic-redemption')).toContain('domain-in-redemption');
  expect(codesOf('nominet-suspended')).toEqual(expect.arrayContaining(['domain-on-hold', 'registration-expired']));
  expect(codesOf('hostmaster-ua-hold')).toContain('domain-on-hold');
  expect(codesOf('nic-pe-inactive')).toContain('domain-inactive');
  expect(codesOf('cidr-gg')).toContain('transfer-locked');
  expect(MISSING.filter((code) => codesOf('nic-sn').includes(code))).toEqual([]);
});
