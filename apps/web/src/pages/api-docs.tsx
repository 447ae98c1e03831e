import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { documentTitle } from '../browser/page/document-title.ts';
import { BookOpenText } from '../ui/icons/lucide/book-open-text.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { isWritten, ServerWritten } from './server-written.tsx';

const MOMENT = '<p role="status">One moment…</p>';

/** For search engines; each page has its own from the server. */
export const description = 'The HTTP API: one call for each tool, tried in place, and JSON of one shape.';

/** The documents of the API, which the server writes; this makes their requests run in place. */
export function Page() {
  const [address] = useLocation();
  // The address of another page is there already while this one is still shown.
  const [path] = useState(address);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Back leads here from a page of the app: only the server has the text.
    if (!isWritten(path)) location.reload();
    const chapter = body.current?.querySelector<HTMLElement>('[data-title]')?.dataset['title'];
    if (chapter !== undefined) document.title = documentTitle('API', chapter);
    const form = body.current?.querySelector('form');
    if (!form) return;
    const ending = import('./api-docs/try-form.ts').then(({ followForm }) => followForm(form));
    ending.catch(() => undefined);
    return () => void ending.then((end) => end());
  }, [path]);
  return (
    <>
      <PageHeader
        icon={BookOpenText}
        title="API documentation"
        subtitle="One call for each tool, and JSON of one shape"
      />
      <div ref={body}>
        <ServerWritten path={path} otherwise={MOMENT} />
      </div>
    </>
  );
}
