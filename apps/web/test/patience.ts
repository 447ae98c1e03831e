import { configure } from '@testing-library/react';

// What `findBy…` and `waitFor` wait for comes at once, and on a busy machine later: slow is not wrong.
configure({ asyncUtilTimeout: 30_000 });
