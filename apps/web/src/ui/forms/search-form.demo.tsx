import { useState } from 'react';
import { rememberLookup } from '../../browser/storage/recent-lookups.ts';
import { Search } from '../icons/lucide/search.ts';
import { PageHeader } from '../layout/page-header.tsx';
import { RecentLookups } from './recent-lookups.tsx';
import { RoundButton } from './round-button.tsx';
import { SearchForm } from './search-form.tsx';

const PATIENCE_MS = 2000;

/** Submit `bad` for a message, anything else for two seconds of «busy». */
export function Demo() {
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  function submit() {
    if (value === 'bad') return setMessage('Please enter a valid domain (e.g. example.com)');
    setBusy(true);
    rememberLookup({ tool: 'demo', target: value });
    setTimeout(() => setBusy(false), PATIENCE_MS);
  }
  return (
    <PageHeader icon={Search} title="Search form" subtitle="One field, one button">
      <SearchForm
        action="/demos"
        name="demo"
        label="Demo"
        placeholder="Enter domain name (e.g. example.com)"
        value={value}
        onValueChange={(text) => {
          setValue(text);
          setMessage(null);
        }}
        onSubmit={submit}
        onCancel={() => setBusy(false)}
        busy={busy}
        invalid={message !== null}
        message={message}
        button={<RoundButton label="Look up" icon={Search} busy={busy} />}
      >
        <RecentLookups
          tool="demo"
          examples={['example.com', 'example.org', 'bad']}
          hrefOf={(target) => `?demo=${target}`}
          onChoose={setValue}
        />
      </SearchForm>
    </PageHeader>
  );
}
