import type { SslKnown } from '../query.ts';

/** The test for ROBOT runs only on request: it sends the server secrets with wrong padding. */
export interface Robot {
  readonly isTested: boolean;
  onTest(): void;
}

export interface RobotTestProps {
  readonly known: SslKnown;
  readonly robot: Robot;
}

/** Offers the test if it applies, and says if it found nothing. */
export function RobotTest({ known, robot }: RobotTestProps) {
  const { enabledCiphers = [], vulnerabilities = [], gaps = [] } = known;
  if (!enabledCiphers.some(takesRsaSecrets) || vulnerabilities.includes('ROBOT')) return null;
  if (!robot.isTested) {
    return (
      <div className="still robot">
        <p>
          ROBOT was not tested: the test makes about ten more connections and sends the server messages with invalid
          padding.
        </p>
        <button className="btn" type="button" onClick={robot.onTest}>
          Test for ROBOT
        </button>
      </div>
    );
  }
  const isUnknown = gaps.some(({ part }) => part === 'ROBOT');
  return (
    <p className="still">
      {isUnknown
        ? 'ROBOT was tested, without a clear result.'
        : 'ROBOT was tested: the server treats valid and invalid padding alike, so it is not vulnerable.'}
    </p>
  );
}

/** Cipher suites in which the client encrypts a secret with the certificate's key (RSA key exchange). */
const takesRsaSecrets = (suite: string) => /^TLS_RSA_(?!PSK)/.test(suite);
