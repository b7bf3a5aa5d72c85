import { useMutation } from '@tanstack/react-query';
import { useErrorText } from '../../api/error-text.ts';
import { saveFile } from '../../charts/save-file.ts';
import { showToast } from '../../ui/toast.tsx';

interface Subject {
  what: string;
  days: (string | undefined)[];
}

/** Hands CSV of the service to the reader as a file. */
export function useFile(load: () => Promise<string>, { what, days }: Subject) {
  const errorText = useErrorText();
  return useMutation({
    mutationFn: load,
    onSuccess: (csv) =>
      saveFile(`${['lonja', what, ...days].filter((part) => part !== undefined).join('-')}.csv`, csv),
    onError: (error) => showToast(errorText(error)),
  });
}
