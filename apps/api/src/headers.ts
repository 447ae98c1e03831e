/** On every answer: nothing here is to be framed, sniffed, kept or told to others. */
export const strictHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
} as const;

/** Two years (the least that preload lists take is one); sent only where the public address is https. */
export const TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains';
