import { Panel } from '../../ui/layout/panel.tsx';
import { type KeyValue, KeyValueList } from '../../ui/tables/key-value-list.tsx';
import type { DnsAnswer } from './query.ts';

const transports: Readonly<Record<string, string>> = {
  dns: 'UDP, and TCP for long answers',
  tls: 'DNS over TLS',
  https: 'DNS over HTTPS',
};

/** What the server chosen by the visitor says about itself. */
export function ServerPanel({ data }: { readonly data: DnsAnswer }) {
  const { server, resolver } = data;
  if (!server) return null;
  const yesNo = (value: boolean | null) => (value === null ? null : value ? 'Yes' : 'No');
  const rows: KeyValue[] = [
    { label: 'Server', value: server.name, mono: true },
    { label: 'Address', value: resolver, mono: true },
    { label: 'Transport', value: transports[server.transport ?? ''] ?? server.transport },
    { label: 'Authoritative', value: yesNo(server.authoritative) },
    { label: 'Recursion available', value: yesNo(server.recursionAvailable) },
    { label: 'Identifier (NSID)', value: server.nsid, mono: true },
    { label: 'DNS cookie', value: server.cookie === null ? null : 'Yes' },
    { label: 'Zone expires in', value: server.expireSeconds === null ? null : `${server.expireSeconds} s` },
  ];
  return (
    <Panel title="Server" span={12}>
      <KeyValueList rows={rows} missing="Not reported" wide />
    </Panel>
  );
}
