import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'register'> = {
  page: {
    codesSpent: 'Ya se han enviado cinco códigos. Regístrese de nuevo.',
    addressTaken: 'Esta dirección ya tiene una cuenta. Inicie sesión.',
    title: 'Crear una cuenta',
    codeTitle: 'Confirme su correo electrónico',
    email: 'Correo de trabajo',
    organisation: 'Organización',
    next: 'Enviar código',
    sent: 'Se ha enviado un código de 6 dígitos a {email}. Caduca en 10 minutos.',
    code: 'Código',
    create: 'Crear cuenta',
    resend: 'Enviar un código nuevo',
    resent: 'Se ha enviado un código nuevo. Se envía como máximo uno por minuto.',
    other: 'Usar otra dirección',
    hasAccount: '¿Ya tiene cuenta?',
    signIn: 'Iniciar sesión',
  },
};
