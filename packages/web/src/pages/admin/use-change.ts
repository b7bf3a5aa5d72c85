import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorText } from '../../api/error-text.ts';
import { showToast } from '../../ui/toast.tsx';
import { ADMIN_KEY } from './query.ts';

/** A change of the platform at the press of a button. `run` gives the sentence that says what was done; a failure is said as well. */
export function useChange<Input = void>(run: (input: Input) => Promise<string>) {
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: showToast,
    onError: (error) => showToast(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}

/** A change of the platform in a dialog, which stays open with the error where it was refused. */
export function useDialogChange<Input, Result>(
  run: (input: Input) => Promise<Result>,
  { done, onClose }: { done: (result: Result) => string; onClose: () => void },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess(result) {
      showToast(done(result));
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}
