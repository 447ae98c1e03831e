import { Panel } from '../layout/panel.tsx';
import { Badge } from './badge.tsx';
import { ScrollList } from './scroll-list.tsx';

const names = ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'];
const many = names.flatMap((name) => [1, 2, 3].map((n) => `${name}_${n}`));

export function Demo() {
  return (
    <div className="grid">
      <Panel title="Cipher Suites" count={many.length}>
        <ScrollList
          label="Supported"
          items={many.map((name) => ({
            key: name,
            content: (
              <>
                {name}
                <Badge tone="ok">Strong</Badge>
              </>
            ),
          }))}
        />
      </Panel>
    </div>
  );
}
