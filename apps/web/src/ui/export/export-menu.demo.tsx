import { ExportMenu } from './export-menu.tsx';

const columns = ['Name', 'Address', 'TTL'];
const rows = [['example.com', '192.0.2.44', '300']];

export function Demo() {
  return (
    <div className="jump">
      <ExportMenu tool="dns" target="example.com" data={{ rows }} tables={[{ title: 'A Records', columns, rows }]} />
    </div>
  );
}
