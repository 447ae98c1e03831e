import { report, reportPartsOf, ToolError } from '@sonde/contract';
import type { SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import { parseHostPort } from '@sonde/contract/targets/host-port';
import type { Service } from '@sonde/service';
import { readKey } from './read-key.ts';

/**
 * Returns a function that checks what several results are said to be about. The server signs this as well, so it must be
 * what was measured: the target of every result, or of the report that all of them belong to.
 * @throws ToolError `invalid-input`; `refused-target` for a target that the operator denies.
 */
export function createCheckTarget(service: Pick<Service, 'tools' | 'check'>) {
  return (target: string, parts: readonly Pick<SnapshotPart, 'target' | 'key'>[]): void => {
    const isItself = (part: string) => part === target || parseHostPort(part)?.host === target;
    const others = parts.filter((part) => !isItself(part.target));
    if (others.length === 0) return;
    const isCanonical = report.query.safeParse({ target }).data?.target === target;
    const planned = isCanonical ? reportPartsOf(target, service.tools) : [];
    const ofReport = new Set(planned.map(({ tool, question }) => service.check(tool, question).key));
    if (others.every(({ key }) => ofReport.has(readKey(service, key).request.key))) return;
    throw new ToolError('invalid-input', 'This is not the target of these results.', { field: 'target' });
  };
}
