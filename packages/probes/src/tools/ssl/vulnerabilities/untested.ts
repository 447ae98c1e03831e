import { type VulnerabilityName, vulnerabilityNames } from '@sonde/contract';
import { suites } from '../../../protocols/tls-records/registries/suites.ts';
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
  if (name === 'ROBOT') return isRobotTested(observed);
  return (versionsOf[name] ?? versionNames).every((version) => observed.versions[version].isComplete);
}

/** A server without RSA key exchange cannot be an oracle, whether or not the test was run. */
function isRobotTested({ robot, versions }: Observed): boolean {
  if (robot !== 'not-asked') return robot !== 'unknown';
  const tested = versionNames.filter((version) => version !== 'SSLv2' && version !== 'TLSv1.3');
  const accepted = new Set(tested.flatMap((version) => versions[version].suites));
  const isPossible = suites.some(
    ({ name, keyExchange, kind, isExport }) =>
      keyExchange === 'RSA' && kind === 'plain' && !isExport && accepted.has(name),
  );
  return !isPossible && tested.every((version) => versions[version].isComplete);
}
