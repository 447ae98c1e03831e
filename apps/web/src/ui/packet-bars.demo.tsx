import { PacketBars } from './packet-bars.tsx';
import { Panel } from './panel.tsx';
import { RangeBar } from './range-bar.tsx';

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
      <Panel title="Round trip time">
        <RangeBar minMs={12.2} avgMs={14.1} maxMs={18.6} />
      </Panel>
    </div>
  );
}
