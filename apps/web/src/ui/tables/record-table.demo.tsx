import { Panel } from '../layout/panel.tsx';
import { Seconds } from '../times/seconds.tsx';
import { RecordTable } from './record-table.tsx';

const formats = new Map([
  ['Name', { isUnseen: true }],
  ['TTL', { isRight: true, show: (text: string) => <Seconds text={text} /> }],
]);
const long = `google-site-verification=${'7f3k0d9s8a7d6f5g4h3j'.repeat(4)}`;

export function Demo() {
  return (
    <div className="grid">
      <Panel title="TXT Records" count={2}>
        <RecordTable
          label="TXT Records"
          titles={['Name', 'Text', 'TTL']}
          formats={formats}
          rows={[
            ['example.com', '"v=spf1 include:_spf.example.com -all"', '300'],
            ['example.com', long, '90061'],
          ]}
        />
      </Panel>
      <Panel title="SOA Records" count={1}>
        <RecordTable
          label="SOA Records"
          titles={['Name', 'MNAME', 'RNAME', 'Serial', 'Refresh', 'Retry', 'Expire', 'Minimum', 'TTL']}
          rows={[
            [
              'example.com',
              'ns1.example.com',
              'hostmaster.example.com',
              '2026',
              '7200',
              '3600',
              '1209600',
              '3600',
              '0',
            ],
          ]}
        />
      </Panel>
    </div>
  );
}
