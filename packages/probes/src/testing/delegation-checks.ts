import { oppositesIn } from '@sonde/contract/report/opposites';
import { type DelegationLab, startDelegationLab } from '@sonde/lab';
import { expect } from 'vitest';
import { readAnchors, readHints, readRootFile } from '../data/roots/roots.ts';
import { createNodeNet } from '../net/node-net.ts';
import { readNetSettings } from '../net/settings.ts';
import { checkQuery, measure } from '../run.ts';
import { noData } from './no-data.ts';
import { rootsOf } from './roots-of.ts';

export type DelegationChecks = Awaited<ReturnType<typeof openDelegationChecks>>;

/** Starts the lab of delegations, and looks zones of it up. */
export async function openDelegationChecks() {
  const lab: DelegationLab = await startDelegationLab();
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: lab.resolver,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
  });
  if (settings === null) throw new Error(problems.join(' '));
  const net = createNodeNet(settings, { authorities: { port: lab.port } });
  const lookUp = (domain: string, more: Readonly<Record<string, string>> = {}, report = (_part: unknown) => {}) => {
    const hints = readRootFile(lab.hintsFile, readHints);
    const anchors = readRootFile(lab.anchorsFile, readAnchors);
    const data = { ...noData, roots: rootsOf({ hints, anchors }) };
    return measure(checkQuery('delegation', { domain, ...more }), {
      net,
      data,
      signal: AbortSignal.timeout(30_000),
      report,
    });
  };

  /** Expects delv to come to the same verdict. */
  async function expectSaidByDelv(domain: string, verdict: string): Promise<void> {
    const said = await lab.delv(domain);
    const begins = delvBegins[verdict];
    if (begins === undefined) expect(said).not.toMatch(/^; (?:fully validated|unsigned answer)/m);
    else expect(said).toContain(begins);
  }

  async function expectNothingOppositeOfDns(domain: string): Promise<void> {
    const query = checkQuery('dns', { domain });
    const [{ findings = [] }, records] = await Promise.all([
      lookUp(domain),
      measure(query, { net, data: noData, signal: AbortSignal.timeout(30_000) }).catch(() => null),
    ]);
    const all = [...findings, ...(records?.findings ?? [])];
    // The chain leads to the keys; that denials or addresses cannot be proven is said by both.
    const isBelow = domain === 'undenied.test' || domain === 'expired-addresses.test';
    expect(oppositesIn(all.filter(({ code }) => !isBelow || code !== 'chain-valid'))).toEqual([]);
  }

  return {
    lab,
    lookUp,
    expectSaidByDelv,
    expectNothingOppositeOfDns,
    async stop() {
      net.close();
      await lab.stop();
    },
  };
}

/** The start of delv's output; for bogus zones and those without an answer, it fails without such a line. */
const delvBegins: Readonly<Record<string, string>> = { secure: '; fully validated', insecure: '; unsigned answer' };

/** Every zone of the lab with its verdict, and its findings besides the verdict. */
export const expectedInLab: Readonly<Record<string, readonly [verdict: string, ...codes: string[]]>> = {
  'good.test': ['secure'],
  'nsec3.test': ['secure'],
  'optout.test': ['secure'],
  'rsa.test': ['secure'],
  'p384.test': ['secure'],
  'ed25519.test': ['secure'],
  'ed448.test': ['secure'],
  'wild.test': ['secure'],
  'wild3.test': ['secure', 'nsec3-salt'],
  'elsewhere.test': ['secure'],
  'plain.test': ['insecure'],
  'rsa512.test': ['secure', 'algorithm-weak'],
  'sha1.test': ['secure', 'algorithm-weak'],
  'bogus.test': ['bogus', 'ds-digest-differs'],
  'stranger.test': ['bogus', 'ds-without-key'],
  'nokeys.test': ['bogus', 'ds-without-key'],
  'unknown.test': ['insecure', 'ds-unsupported'],
  'expired.test': ['bogus', 'signature-expired'],
  'early.test': ['bogus', 'signature-not-yet-valid'],
  'half-expired.test': ['secure', 'signature-expired'],
  'expired-addresses.test': ['secure', 'signature-expired'],
  'soon.test': ['secure', 'signature-ends-soon'],
  'spoiled.test': ['bogus', 'signature-wrong'],
  'island.test': ['insecure', 'ds-missing'],
  'iterations.test': ['secure', 'nsec3-iterations', 'nsec3-salt'],
  'stripped.test': ['bogus'],
  'undenied.test': ['secure', 'denial-unproven'],
  'stale.test': ['insecure', 'serials-differ'],
  'one-behind.test': ['insecure', 'serials-differ'],
  'lame.test': ['insecure', 'server-refuses'],
  'all-lame.test': ['not-determinable', 'server-refuses'],
  'dead.test': ['not-determinable', 'server-silent', 'one-name-server'],
  'half-dead.test': ['insecure', 'server-silent'],
  'glue.test': ['insecure', 'server-silent', 'glue-differs'],
  'no-glue.test': ['insecure', 'glue-missing'],
  'extra.test': ['insecure', 'ns-differ-from-parent'],
  'fewer.test': ['insecure', 'ns-differ-from-parent'],
  'torn.test': ['insecure', 'ns-differ-among-servers'],
  'alias.test': ['insecure', 'ns-alias'],
  'single.test': ['insecure', 'one-name-server'],
  'private.test': ['insecure', 'server-special-use', 'glue-differs'],
  'circle-a.test': ['not-determinable', 'ns-without-address', 'one-name-server'],
  'circle-b.test': ['not-determinable', 'ns-without-address', 'one-name-server'],
  'timers.test': ['insecure', 'soa-times', 'negative-ttl-long'],
  'primary.test': ['insecure', 'primary-silent'],
  'open-transfer.test': ['insecure', 'server-open-transfer'],
  'slow-ttl.test': ['insecure', 'delegation-ttl-long'],
  'wished.test': ['secure', 'cds-differs'],
};

/** For a zone whose servers do not answer, our verdict is not-determinable; a resolver may have just the referral. */
export const judgedInLab = Object.entries(expectedInLab).filter(([, [verdict]]) => verdict !== 'not-determinable');
