/** Further words by which people look for the tool in the palette. */
export const searchWords =
  'spam e-mail email spf dkim dmarc mx smtp starttls blacklist blocklist dnsbl header deliverability sender';
