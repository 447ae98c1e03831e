import { CopyButton } from '../export/copy-button.tsx';
import { Globe } from '../icons/lucide/globe.ts';
import { Panel } from './panel.tsx';

export function Demo() {
  return (
    <div className="grid">
      <Panel title="Half a row" span={6} icon={Globe}>
        <p className="lbl">A panel of six columns</p>
      </Panel>
      <Panel title="With a count" span={6} count={3} actions={<CopyButton label="three records" text="1 2 3" />}>
        <p className="lbl">And an action at its right</p>
      </Panel>
    </div>
  );
}
