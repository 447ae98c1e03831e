import { type VulnerabilityName, vulnerabilityNames } from '@sonde/contract';
import { type VersionName, versionNames } from '../../../protocols/tls-records/registries/versions.ts';
import type { Observed } from '../observed.ts';

/** Versions whose suites decide whether an attack is possible; for attacks not listed, all versions. */
const versionsOf: Readonly<Partial<Record<VulnerabilityName, readonly VersionName[]>>> = {
  DROWN: ['SSLv2'],
  POODLE: ['SSLv3'],
};
/** Attacks that the first ServerHello of a check decides; without a ServerHello there is no answer. */
const byHello: readonly VulnerabilityName[] = ['CRIME', 'INSECURE_RENEGOTIATION'];

/** The attacks that are not ruled out because their test was not run, not completed, or inconclusive. */
export function untestedVulnerabilities(observed: Observed): VulnerabilityName[] {
  return vulnerabilityNames.filter((name) => !isTested(name, observed));
}

function isTested(name: VulnerabilityName, observed: Observed): boolean {
  if (byHello.includes(name)) return true;
  if (name === 'HEARTBLEED') return observed.heartbleed !== null;
  if (name === 'CCS') return observed.earlyCcs !== null;
  if (name === 'ROBOT') return observed.robot !== 'unknown';
  return (versionsOf[name] ?? versionNames).every((version) => observed.versions[version].isComplete);
}
