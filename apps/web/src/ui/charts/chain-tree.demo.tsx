import { Panel } from '../layout/panel.tsx';
import { Badge } from '../tables/badge.tsx';
import { KeyValueList } from '../tables/key-value-list.tsx';
import { ChainTree } from './chain-tree.tsx';

const details = (
  <KeyValueList missing="Not available" rows={[{ label: 'Subject', value: 'CN=example.com', mono: true }]} />
);

export function Demo() {
  return (
    <div className="grid">
      <Panel title="Certificate Chain" count={3}>
        <ChainTree
          nodes={[
            { title: 'example.com', badge: <Badge tone="ok">38 days left</Badge>, note: 'signed by CA 1', details },
            { title: 'CA 1', badge: <Badge tone="ok">1604 days left</Badge>, note: 'signed by Root G3', details },
            { title: 'Root G3', note: 'signed by itself (root)', details },
          ]}
        />
      </Panel>
    </div>
  );
}
