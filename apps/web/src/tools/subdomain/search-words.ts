/** Further words by which people look for the tool in the palette. */
export const searchWords = 'subdomains hosts names takeover';
