import { X509Certificate } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tools } from '@sonde/contract';
import {
  freePort,
  type MaliciousWebServer,
  type RevocationLab,
  reply,
  runCommand,
  startMaliciousWebServer,
  startRevocationLab,
  type WebServerBehaviour,
} from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../../scripts/test/vitest-settings.ts';
import { judgeCertificates } from '../../../engines/tls/certificate/judge.ts';
import { defaultLimitsOf } from '../../../limits/target-limits.ts';
import { createNodeNet, type NodeNet } from '../../../net/node-net.ts';
import { readNetSettings } from '../../../net/settings.ts';
import { attachWork, nobody } from '../../../work/work.ts';
import { createWorkBudget, type WorkBudget } from '../../../work/work-budget.ts';
import { checkPath } from './check-path.ts';
import type { RevocationStatus } from './revocation-status.ts';

let lab: RevocationLab;
let web: MaliciousWebServer;
let net: NodeNet;
/** How the web server responds to each path. */
const behaviours = new Map<string, WebServerBehaviour>();
const DAY_MS = 86_400_000;

beforeAll(async () => {
  const behaviour: WebServerBehaviour = (socket, request) => {
    const path = [...behaviours.keys()].find((one) => request.target.startsWith(one));
    return path === undefined ? reply(socket, { status: 404 }) : behaviours.get(path)?.(socket, request);
  };
  [lab, web] = await Promise.all([startRevocationLab(), startMaliciousWebServer(behaviour)]);
  const { settings } = readNetSettings({ SONDE_ALLOW_NETWORKS: '127.0.0.1/32', SONDE_CA_FILE: lab.caFile });
  if (settings === null) throw new Error('the settings are wrong');
  net = createNodeNet(settings);
});
afterEach(() => behaviours.clear());
afterAll(async () => {
  net?.close();
  await Promise.all([lab?.stop(), web?.stop()]);
});

type Issued = Parameters<RevocationLab['issue']>[0];
interface Circumstances {
  readonly now?: Date;
  readonly namedBy?: string;
  readonly anchors?: readonly X509Certificate[];
  readonly timeoutMs?: number;
  readonly budget?: WorkBudget;
}

const url = (path: string) => `http://127.0.0.1:${web.port}${path}`;
const serves = (path: string, body: Buffer | string) => behaviours.set(path, (socket) => reply(socket, { body }));

async function ask(chain: string, circumstances: Circumstances = {}): Promise<RevocationStatus | undefined> {
  const { namedBy = '127.0.0.1', timeoutMs = 20_000, anchors = net.trustAnchors() } = circumstances;
  const { now = new Date() } = circumstances;
  const served = chain.split(/(?=-----BEGIN)/).map((pem) => new Uint8Array(new X509Certificate(pem).raw));
  const { path, staple } = judgeCertificates({ served, staple: null, host: '127.0.0.1', anchors, now });
  if (path === null) throw new Error('no path');
  const signal = AbortSignal.timeout(timeoutMs);
  const { budget } = circumstances;
  if (budget !== undefined) attachWork(signal, { owner: nobody, budget });
  const { revocationTurns: turns } = defaultLimitsOf(net);
  const [leaf] = await checkPath(path, staple, { net, turns, namedBy, now, signal });
  return leaf?.status;
}

const issued = async (request: Issued) => lab.chainOf(await lab.issue(request));
const outcomeOf = async (request: Issued, circumstances?: Circumstances) => ask(await issued(request), circumstances);
const unknownBecause = (why: RegExp, code: string | null = 'protocol') => ({
  status: 'unknown',
  why: expect.stringMatching(why),
  code,
});

describe('a responder (openssl ocsp)', () => {
  test('answers good, revoked or unknown', async () => {
    const [good, revoked, unlisted] = await lab.startResponder('issuer', (ocspUrl) =>
      Promise.all([
        issued({ ocspUrl: `${ocspUrl}/` }),
        issued({ ocspUrl, isRevoked: true }),
        issued({ ocspUrl, isUnlisted: true }),
      ]),
    );
    expect(await ask(good)).toMatchObject({ status: 'good', source: 'ocsp', nextUpdate: expect.any(Date) });
    expect(await ask(revoked)).toMatchObject({ status: 'revoked', revokedAt: new Date('2026-01-01T00:00:00Z') });
    const doesNotKnow = /^The responder 127\.0\.0\.1:\d+ does not know the certificate\.$/;
    expect(await ask(unlisted)).toEqual(unknownBecause(doesNotKnow, 'source-failed'));
  });

  inLongSet(test)('may be authorized by the issuer', async () => {
    const chain = await lab.startResponder('delegate', (ocspUrl) => issued({ ocspUrl }));
    expect(await ask(chain)).toMatchObject({ status: 'good', source: 'ocsp' });
  });

  test.each(firstOf(1, ['unrelated', 'delegate-without-purpose'] as const))(
    'that signs as %s is not trusted',
    async (signer) => {
      const chain = await lab.startResponder(signer, (ocspUrl) => issued({ ocspUrl, isRevoked: true }));
      expect(await ask(chain)).toEqual(unknownBecause(/not signed by the issuer or its authorized responder/));
    },
  );

  inLongSet(test)('that answers about another certificate, or for another time, is not trusted', async () => {
    const other = await lab.respond(await lab.issue({}));
    serves('/other', other);
    expect(await outcomeOf({ ocspUrl: url('/other') })).toEqual(unknownBecause(/is about another certificate\.$/));
    const certificate = await lab.issue({ ocspUrl: url('/own') });
    serves('/own', await lab.respond(certificate));
    const chain = await lab.chainOf(certificate);
    expect(await ask(chain)).toMatchObject({ status: 'good' });
    const now = new Date(Date.now() + 8 * DAY_MS);
    expect(await ask(chain, { now })).toEqual(unknownBecause(/was valid until \S+ \S+ UTC\.$/));
  });

  inLongSet(test)('is queried by GET (RFC 6960 appendix A.1) with a request that OpenSSL can read', async () => {
    await outcomeOf({ ocspUrl: url('/get/') });
    const target = web.requests.find(({ target }) => target.startsWith('/get/'))?.target ?? '';
    const request = Buffer.from(decodeURIComponent(target.slice('/get/'.length)), 'base64');
    const file = join(mkdtempSync(join(tmpdir(), 'sonde-ocsp-')), 'request');
    writeFileSync(file, request);
    const said = await runCommand('openssl', ['ocsp', '-reqin', file, '-req_text']);
    expect(said).toMatch(/Hash Algorithm: sha1[\s\S]*Serial Number: [0-9A-F]+/);
    expect(said).not.toContain('Nonce');
  });
});

describe('a revocation list (openssl ca -gencrl)', () => {
  test('shows good or revoked', async () => {
    const [good, revoked] = [
      await issued({ crlUrls: [url('/ca.crl')] }),
      await issued({ crlUrls: [url('/ca.crl')], isRevoked: true }),
    ];
    serves('/ca.crl', await lab.makeList());
    expect(await ask(good)).toMatchObject({ status: 'good', source: 'crl', nextUpdate: expect.any(Date) });
    expect(await ask(revoked)).toMatchObject({ status: 'revoked', revokedAt: new Date('2026-01-01T00:00:00Z') });
    const later = { now: new Date(Date.now() + 8 * DAY_MS) };
    expect(await ask(good, later)).toEqual(unknownBecause(/is not valid at this time\.$/));
    // An expired list does not prove a revocation either, which may have been reversed (certificateHold).
    expect(await ask(revoked, later)).toEqual(unknownBecause(/is not valid at this time\.$/));
  });

  inLongSet(test)('is fetched only when the responder has no answer', async () => {
    serves('/second.crl', await lab.makeList());
    expect(await outcomeOf({ ocspUrl: url('/missing'), crlUrls: [url('/second.crl')] })).toMatchObject({
      source: 'crl',
    });
  });

  inLongSet(test)('from another issuer, with other keys, or malformed is not trusted', async () => {
    serves('/unrelated.crl', await lab.makeList({ signer: 'unrelated' }));
    serves('/delegate.crl', await lab.makeList({ signer: 'delegate' }));
    serves('/garbage.crl', '<html>');
    const broken = await lab.makeList();
    broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1;
    serves('/broken.crl', broken);
    const because = async (path: string) => outcomeOf({ crlUrls: [url(path)], isRevoked: true });
    expect(await because('/unrelated.crl')).toEqual(unknownBecause(/was issued by another authority\.$/));
    expect(await because('/delegate.crl')).toEqual(unknownBecause(/was issued by another authority\.$/));
    expect(await because('/garbage.crl')).toEqual(unknownBecause(/is not a revocation list\.$/));
    expect(await because('/broken.crl')).toEqual(unknownBecause(/is not signed by the issuer\.$/));
  });

  const partOf = (path: string) => [
    'issuingDistributionPoint = critical,@point',
    '[point]',
    `fullname = URI:${url(path)}`,
  ];
  inLongSet(test)('that is partitioned covers only the certificates that point to it', async () => {
    serves('/part/2.crl', await lab.makeList({ extensions: partOf('/part/2.crl') }));
    serves('/part/1.crl', await lab.makeList({ extensions: partOf('/part/2.crl') }));
    expect(await outcomeOf({ crlUrls: [url('/part/2.crl')] })).toMatchObject({ status: 'good' });
    expect(await outcomeOf({ crlUrls: [url('/part/1.crl')] })).toEqual(unknownBecause(/covers other certificates\.$/));
  });

  test.each(
    firstOf(1, [
      ['onlyCA = TRUE', /covers authorities only/],
      ['onlyAA = TRUE', /covers attribute certificates/],
      ['indirectCRL = TRUE', /also covers certificates of other issuers/],
      ['onlysomereasons = keyCompromise', /covers only some reasons/],
    ]),
  )('with %s proves nothing', async (line, why) => {
    const extensions = ['issuingDistributionPoint = critical,@point', '[point]', line];
    serves('/scope.crl', await lab.makeList({ extensions }));
    expect(await outcomeOf({ crlUrls: [url('/scope.crl')] })).toEqual(unknownBecause(why));
  });

  inLongSet(test)('with an unknown critical extension, or with changes only (delta CRL), proves nothing', async () => {
    serves('/critical.crl', await lab.makeList({ extensions: ['1.3.6.1.4.1.99999.2 = critical,ASN1:NULL'] }));
    serves('/delta.crl', await lab.makeList({ extensions: ['2.5.29.27 = critical,ASN1:INTEGER:1'] }));
    const because = async (path: string) => outcomeOf({ crlUrls: [url(path)] });
    expect(await because('/critical.crl')).toEqual(unknownBecause(/critical extension 1\.3\.6\.1\.4\.1\.99999\.2/));
    expect(await because('/delta.crl')).toEqual(unknownBecause(/holds changes only/));
  });
});

describe('a source that', () => {
  test('does not listen, is slow or sends too much is named as the reason', async () => {
    const closed = await outcomeOf({ ocspUrl: `http://127.0.0.1:${await freePort()}` });
    expect(closed).toEqual(unknownBecause(/could not be queried: The port is closed\.$/, 'unreachable'));
    behaviours.set('/silent', () => {});
    const slow = await outcomeOf({ ocspUrl: url('/silent') });
    expect(slow).toEqual(unknownBecause(/did not answer in time\.$/, 'timeout'));
    serves('/huge', Buffer.alloc(6_000_000, 0x30));
    const huge = await outcomeOf({ crlUrls: [url('/huge')] });
    expect(huge).toEqual(unknownBecause(/larger than the limit\.$/));
  });

  test('leads to an internal address is not queried', async () => {
    for (const [path, to] of [
      ['/to-inside', 'http://127.0.0.2/'],
      ['/to-metadata', 'http://169.254.169.254/latest/'],
    ] as const) {
      behaviours.set(path, (socket) => reply(socket, { status: 302, headers: { Location: to } }));
      const outcome = await outcomeOf({ crlUrls: [url(path)] });
      expect(outcome).toEqual(unknownBecause(/address that is not public/, 'refused-target'));
    }
  });

  inLongSet(test)('a public server names inside an allowed network is not queried', async () => {
    const before = web.connections();
    const outcome = await outcomeOf({ crlUrls: [url('/x')] }, { namedBy: '192.0.2.1' });
    expect(outcome).toEqual(unknownBecause(/uses a port that is not allowed/, 'refused-target'));
    const atDefault = await outcomeOf({ crlUrls: ['http://127.0.0.1/x'] }, { namedBy: '192.0.2.1' });
    expect(atDefault).toEqual(unknownBecause(/address that is not public/, 'refused-target'));
    expect(web.connections()).toBe(before);
  });

  inLongSet(test)('is named by an untrusted certificate is not queried', async () => {
    const before = web.connections();
    const outcome = await outcomeOf({ ocspUrl: url('/x') }, { anchors: [] });
    expect(outcome).toEqual(unknownBecause(/not issued by a trusted authority/, null));
    expect(web.connections()).toBe(before);
  });

  inLongSet(test)('is not an HTTP URL is not queried', async () => {
    const ldap = await outcomeOf({ crlUrls: ['ldap://127.0.0.1/cn=ca'], ocspUrl: 'http://[' });
    expect(ldap).toEqual(unknownBecause(/names neither an OCSP responder/, null));
  });
});

describe('the processor time for decoding', () => {
  /** A sequence of 200,000 sequences: all octets have to be read before it is clear that they mean nothing. */
  const endless = Buffer.concat([
    Buffer.from([0x30, 0x83, 0x06, 0x1a, 0x80]),
    Buffer.alloc(400_000, Buffer.from([0x30, 0x00])),
  ]);
  const withDecoding = (decodingMs: number) => createWorkBudget({ ...tools.ssl.most, decodingMs });

  test.each(
    firstOf(1, [
      ['of a response', (real: string) => ({ ocspUrl: url('/endless'), crlUrls: [real] })],
      ['of a revocation list', (real: string) => ({ crlUrls: [url('/endless'), real] })],
    ] as const),
  )('%s counts for the check, and a limit that is reached ends it with its name', async (_, requestFor) => {
    const request = requestFor(url('/real'));
    const chain = await issued(request);
    serves('/endless', endless.subarray(0, 90_000));
    serves('/real', await lab.makeList());
    const enough = withDecoding(tools.ssl.most.decodingMs);
    expect(await ask(chain, { budget: enough })).toMatchObject({ status: 'good', source: 'crl' });
    expect(enough.done.decodingMs).toBeGreaterThan(0);
    const used = withDecoding(0);
    expect(await ask(chain, { budget: used })).toMatchObject({
      status: 'unknown',
      why: expect.stringMatching(/was not asked or read, because this check has used up what one lookup may use\.$/),
    });
    expect(used.exceeded).toBe('decodingMs');
  });
});
