import { Link, useLocation } from 'wouter';
import { openReader } from '../paste/handed-text.ts';

const HREF = '/mail#header';

/** What a check of a domain cannot tell is in the message itself. */
export function ToHeaderReader() {
  const [, navigate] = useLocation();
  return (
    <p className="mail-next">
      Did one message land in spam, or come late? Its header tells why:{' '}
      <Link
        href={HREF}
        onClick={(event) => {
          event.preventDefault();
          openReader('message-header', '', HREF, navigate);
        }}
      >
        read a message header
      </Link>
      .
    </p>
  );
}
