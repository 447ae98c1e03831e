import { expect, it } from 'vitest';
import { versionNames } from '../../../protocols/tls-records/registries/versions.ts';
import { nothingObserved, type Observed } from '../observed.ts';
import { untestedVulnerabilities } from './untested.ts';

function completed(suites: readonly string[], robot: Observed['robot'] = 'none'): Observed {
  const observed = { ...nothingObserved(), heartbleed: false, earlyCcs: false, robot };
  for (const name of versionNames) Object.assign(observed.versions[name], { isAccepted: false, isComplete: true });
  Object.assign(observed.versions['TLSv1.2'], { isAccepted: true, suites: [...suites] });
  return observed;
}

it('leaves ROBOT open if its test had no result', () => {
  expect(untestedVulnerabilities(completed(['TLS_RSA_WITH_AES_128_GCM_SHA256'], 'none'))).toEqual([]);
  expect(untestedVulnerabilities(completed(['TLS_RSA_WITH_AES_128_GCM_SHA256'], 'unknown'))).toEqual(['ROBOT']);
});

it('names the attacks that depend on an incomplete version', () => {
  const observed = completed([]);
  observed.versions.SSLv3.isComplete = false;
  expect(untestedVulnerabilities(observed)).toEqual(
    expect.arrayContaining(['POODLE', 'FREAK', 'RC4', 'NULL', 'ANON', 'SWEET32', 'LOGJAM']),
  );
  expect(untestedVulnerabilities(observed)).not.toContain('DROWN');
});

it('names the active tests without a result', () => {
  expect(untestedVulnerabilities({ ...completed([]), heartbleed: null, earlyCcs: null })).toEqual([
    'HEARTBLEED',
    'CCS',
  ]);
});
