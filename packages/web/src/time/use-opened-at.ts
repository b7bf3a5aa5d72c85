import { useState } from 'react';

/** When what uses this was first shown, epoch ms. */
export function useOpenedAt(): number {
  const [openedAt] = useState(() => Date.now());
  return openedAt;
}
