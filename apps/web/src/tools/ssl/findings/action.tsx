import type { Finding } from '@sonde/contract/findings/finding';
import type { Robot } from './robot.ts';

export interface ActionProps {
  readonly finding: Finding;
  readonly robot: Robot;
}

/** What can be done about a finding on the page itself. */
export function Action({ finding, robot }: ActionProps) {
  if (finding.code !== 'robot-not-tested' || robot.isTested) return null;
  return (
    <div className="robot">
      <p>The test makes about ten more connections and sends the server messages with invalid padding.</p>
      <button className="btn" type="button" onClick={robot.onTest}>
        Test for ROBOT
      </button>
    </div>
  );
}
