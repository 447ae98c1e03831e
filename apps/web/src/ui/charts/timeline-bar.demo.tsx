import { Panel } from '../layout/panel.tsx';
import { TimelineBar } from './timeline-bar.tsx';

const from = new Date('2026-08-01T00:00:00Z');
const until = new Date('2026-12-29T23:59:59Z');

export function Demo() {
  return (
    <div className="grid">
      <Panel title="Validity">
        <TimelineBar from={from} until={until} now={new Date('2026-11-21T12:00:00Z')} tone="ok" />
      </Panel>
      <Panel title="Nearly over" span={6}>
        <TimelineBar from={from} until={until} now={new Date('2026-12-20T12:00:00Z')} tone="warn" />
      </Panel>
      <Panel title="Over" span={6}>
        <TimelineBar from={from} until={until} now={new Date('2027-01-09T12:00:00Z')} tone="bad" />
      </Panel>
    </div>
  );
}
