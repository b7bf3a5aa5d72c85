import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    otp: 'Two-factor code',
    otpHint:
      'The 6-digit code of your authenticator app, or a recovery code. Leave it empty if two-factor authentication is off.',
    hasOtp: 'I use two-factor authentication',
    tooMany: 'Too many attempts. Reset your password by e-mail, or try again in 15 minutes.',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    register: 'Create one',
  },
  es: {
    title: 'Iniciar sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    otp: 'Código de verificación',
    otpHint:
      'El código de 6 dígitos de la aplicación de autenticación o uno de recuperación. Déjelo vacío si no usa la verificación en dos pasos.',
    hasOtp: 'Uso la verificación en dos pasos',
    tooMany:
      'Demasiados intentos. Restablezca la contraseña por correo o inténtelo de nuevo dentro de 15 minutos.',
    forgot: '¿Ha olvidado la contraseña?',
    noAccount: '¿Aún no tiene cuenta?',
    register: 'Crear una',
  },
});
