import { randomUUID } from 'node:crypto';
import type { ToolError } from '@sonde/contract';
import { certificates, expectationsOf } from '@sonde/contract/watch/certificates/watched-certificates';
import { type MeasuredCertificates, translateFailure } from '@sonde/probes';
import { listClient } from '@sonde/service';
import { failureKind } from '@sonde/service/watches/failure-kind';
import { observeFailure } from '@sonde/service/watches/observe';
import {
  type CertificateWatching,
  certificatesQuestion,
  observeCertificates,
} from '@sonde/service/watches/observe-certificates';
import type { WatchRow } from '../stores/watch-tables.ts';
import type { MeasuredWatch, StepParts } from './measured-watch.ts';
import { memoryOf } from './watch-memory.ts';

const LATER_SECONDS = 60;

/** Looks at what is new in the logs about the domain of a watch, in turn with all background work. */
export async function measureCertificates(
  parts: StepParts,
  row: WatchRow,
  signal: AbortSignal,
): Promise<MeasuredWatch> {
  const { service, pacing, confirmSeconds } = parts;
  const watching: CertificateWatching = {
    expected: expectationsOf(certificates.query.parse(JSON.parse(row.query))),
    everySeconds: row.every_s,
    confirmSeconds,
    newId: randomUUID,
  };
  const { readCertificates } = service;
  if (readCertificates === null) return failed(row, watching, 'invalid-input');
  const memory = memoryOf(row);
  const party = `watches of ${row.owner}`;
  const owner = { clients: () => [listClient(party)], isBackground: true };
  try {
    service.refuseDenied(row.target);
    const measured = await pacing.run(
      () => readCertificates(certificatesQuestion(memory, watching), { owner, signal }),
      signal,
      party,
    );
    return answered(row, watching, measured);
  } catch (error) {
    signal.throwIfAborted();
    return missed(row, watching, translateFailure(error));
  }
}

const answered = (row: WatchRow, watching: CertificateWatching, measured: MeasuredCertificates): MeasuredWatch => ({
  kind: 'measured',
  failure: null,
  doubt: null,
  answers: [],
  step: (nowMs) => observeCertificates(memoryOf(row), watching, measured, nowMs),
});

/** A search that limits its visitors is asked when it allows it; that says nothing about the domain. */
function missed(row: WatchRow, watching: CertificateWatching, error: ToolError): MeasuredWatch {
  const { code, reason, retryAfterSeconds } = error;
  if (failureKind(code, reason) === 'nothing')
    return { kind: 'later', seconds: Math.max(LATER_SECONDS, retryAfterSeconds ?? 0) };
  return failed(row, watching, code);
}

/** The search is no target of the watch, so that its failure is no sign that this server has lost its connection. */
const failed = (row: WatchRow, watching: CertificateWatching, code: string): MeasuredWatch => ({
  kind: 'measured',
  failure: code,
  doubt: null,
  answers: [],
  step: (nowMs) => observeFailure(memoryOf(row), { ...watching, rules: {}, quiet: [] }, code, nowMs),
});
