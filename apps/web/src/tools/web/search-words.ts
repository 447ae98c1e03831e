/** Further words by which people look for the tool in the palette. */
export const searchWords =
  'http https redirect redirects header headers cookie cookies hsts csp cors security.txt website h3 quic slow';
