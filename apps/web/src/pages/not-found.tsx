import { Compass } from 'lucide-react';
import { use } from 'react';
import { Link } from 'wouter';
import { PageHeader } from '../ui/page-header.tsx';
import { ToolsContext } from '../ui/tools-context.ts';

export function Page() {
  return (
    <>
      <PageHeader icon={Compass} title="Page not found" subtitle="There is nothing at this address" />
      <h2 className="heading">All tools</h2>
      <ul className="soon-grid">
        {use(ToolsContext).map(({ id, path, title, icon: Icon }) => (
          <li key={id}>
            <Icon className="i" />
            <Link href={path}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
