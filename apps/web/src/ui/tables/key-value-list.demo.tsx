import { Panel } from '../layout/panel.tsx';
import { KeyValueList } from './key-value-list.tsx';
import { YesNo } from './yes-no.tsx';

const rows = [
  { label: 'Subject', value: 'CN=example.com, O=Example Org', mono: true },
  { label: 'Serial Number', value: '0A:D8:93:BA:FA:68:B0:B7:FB:7A:40:4F:06:EC:AF:9A', mono: true },
  { label: 'Known Vulnerabilities', value: 'No', shown: <YesNo value={false} goodWhen={false} /> },
  { label: 'Session ID', value: null },
];

export function Demo() {
  return (
    <div className="grid">
      <Panel title="One column" span={6}>
        <KeyValueList rows={rows} missing="Not available" />
      </Panel>
      <Panel title="Two, where there is room">
        <KeyValueList rows={rows} missing="N/A" wide />
      </Panel>
    </div>
  );
}
