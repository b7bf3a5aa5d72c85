import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'password'> = {
  page: {
    forgotTitle: 'Restablecer la contraseña',
    forgotText:
      'Indique su correo electrónico. Si tiene cuenta, se enviará un enlace para elegir una contraseña nueva.',
    email: 'Correo electrónico',
    send: 'Enviar enlace',
    sent: 'Si {email} tiene cuenta, se le ha enviado un enlace. Caduca en una hora.',
    resetTitle: 'Contraseña nueva',
    password: 'Contraseña nueva',
    passwordHint: 'Al menos 8 caracteres. Se cierran todas las sesiones abiertas.',
    set: 'Guardar la contraseña',
    done: 'La contraseña se ha guardado. Inicie sesión con ella.',
    back: 'Volver al inicio de sesión',
  },
};
