import { Panel } from '../layout/panel.tsx';
import { PacketBars } from './packet-bars.tsx';

export function Demo() {
  return (
    <div className="grid">
      <Panel title="Round trip time per packet">
        <PacketBars
          label="Round trip time per packet"
          packets={[
            { seq: 1, timeMs: 12.4 },
            { seq: 2, timeMs: 128.1 },
            { seq: 3, timeMs: null },
            { seq: 4, timeMs: 18.6 },
            { seq: 5, timeMs: undefined },
          ]}
        />
      </Panel>
    </div>
  );
}
