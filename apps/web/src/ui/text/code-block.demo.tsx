import { Panel } from '../layout/panel.tsx';
import { CodeBlock } from './code-block.tsx';

const text = `Domain Name: EXAMPLE.COM
Registrar: Example Registrar, Inc.
Creation Date: 1995-08-14T04:00:00Z
>>> Last update of whois database: 2026-11-21T09:00:00Z <<<`;

export function Demo() {
  return (
    <div className="grid">
      <Panel title="WHOIS record">
        <CodeBlock label="WHOIS record" text={text} tintsKeys />
      </Panel>
    </div>
  );
}
