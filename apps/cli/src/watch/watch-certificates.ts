import { ToolError } from '@sonde/contract';
import { certificates, expectationsOf } from '@sonde/contract/watch/certificates/watched-certificates';
import { measureCertificates } from '@sonde/probes';
import { failureKind } from '@sonde/service/watches/failure-kind';
import type { WatchMemory } from '@sonde/service/watches/memory';
import { observeFailure, type WatchStep } from '@sonde/service/watches/observe';
import {
  type CertificateWatching,
  certificatesQuestion,
  observeCertificates,
} from '@sonde/service/watches/observe-certificates';
import type { LookupContext } from '../cli-context.ts';
import type { Measure } from './watch-step.ts';

type Asked = Omit<CertificateWatching, 'expected'> & { readonly query: Readonly<Record<string, string>> };

/** Looks at what is new about a domain in the logs, in this process. */
export function certificateMeasure({ query, ...asked }: Asked, { engines, signal }: LookupContext): Measure {
  const watching: CertificateWatching = { ...asked, expected: expectationsOf(certificates.query.parse(query)) };
  const owner = { clients: () => [], isBackground: true };
  return async (memory) => {
    try {
      const measured = await measureCertificates(certificatesQuestion(memory, watching), { ...engines, owner, signal });
      const atMs = Date.now();
      return stepAt(atMs, observeCertificates(memory, watching, measured, atMs));
    } catch (error) {
      if (signal.aborted) return 'interrupted';
      if (!(error instanceof ToolError)) throw error;
      return failed(memory, watching, error);
    }
  };
}

function failed(memory: WatchMemory | null, watching: CertificateWatching, { code, reason }: ToolError) {
  if (failureKind(code, reason) === 'nothing') return null;
  const atMs = Date.now();
  return stepAt(atMs, observeFailure(memory, { ...watching, rules: {}, quiet: [] }, code, atMs));
}

const stepAt = (atMs: number, step: WatchStep) => ({ step, endedAt: new Date(atMs).toISOString() });
